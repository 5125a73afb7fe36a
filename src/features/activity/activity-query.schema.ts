import { z } from '@hono/zod-openapi';
import { ListQuery } from '#platform/http/api.ts';
import { ActivityKindSchema } from './activity.schema.ts';

const unknownPerson = 'This is no administrator';

export const ActivityQuery = ListQuery.omit({ search: true }).extend({
  /** An administrator's id. */
  person: z.coerce.number(unknownPerson).int(unknownPerson).min(1, unknownPerson).optional(),
  kind: ActivityKindSchema.optional(),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;
