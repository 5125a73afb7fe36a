import { z } from '@hono/zod-openapi';

/** What a form says with a save beside its content. */
export const SaveHeaders = z.object({
  'draft-id': z.uuid().toLowerCase().optional().openapi({ description: 'The draft that ends with this save' }),
});
