import { z } from '@hono/zod-openapi';
import type { Kind } from '#features/items/kind.ts';
import { activityChoices } from './activity.ts';

export function activityChoice(kinds: readonly Kind[]) {
  return z.enum(activityChoices(kinds).map(([name]) => name));
}

/** Read as: doer, a space, before, name, after. */
export function activitySchema(kinds: readonly Kind[]) {
  return z
    .object({
      id: z.number(),
      at: z.string(),
      kind: activityChoice(kinds),
      doer: z.string(),
      before: z.string(),
      name: z.string().nullable(),
      after: z.string(),
      /** The address of the thing, while it exists. */
      link: z.string().nullable(),
    })
    .openapi('Activity');
}
export type Activity = z.infer<ReturnType<typeof activitySchema>>;
