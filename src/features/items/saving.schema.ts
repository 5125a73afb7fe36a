import { z } from '@hono/zod-openapi';
import { orAbsent } from '#platform/http/schemas.ts';

/** What a form says with a save beside its content. */
export const SaveHeaders = z.object({
  'draft-id': orAbsent(z.uuid().toLowerCase().openapi({ description: 'The draft that ends with this save' })),
});
