import { z } from '@hono/zod-openapi';
import type { Kind } from '#features/items/kind.ts';
import { ListQuery } from '#platform/http/api.ts';
import { orAbsent } from '#platform/http/schemas.ts';
import { activityChoice } from './activity.schema.ts';

const unknownPerson = 'This is not an administrator';

export function activityQuery(kinds: readonly Kind[]) {
  return ListQuery.omit({ search: true }).extend({
    /** An administrator's id. */
    person: orAbsent(z.coerce.number(unknownPerson).int(unknownPerson).min(1, unknownPerson)),
    kind: activityChoice(kinds).optional(),
  });
}
export type ActivityQuery = z.infer<ReturnType<typeof activityQuery>>;
