import { z } from '@hono/zod-openapi';
import { type ActivityKind, activityKinds } from './activity.ts';

const kinds = activityKinds.map(([kind]) => kind) as [ActivityKind, ...ActivityKind[]];
export const ActivityKindSchema = z.enum(kinds);

/** Read as: doer, a space, before, name, after. */
export const Activity = z
  .object({
    id: z.number(),
    at: z.string(),
    kind: ActivityKindSchema,
    doer: z.string(),
    before: z.string(),
    name: z.string().nullable(),
    after: z.string(),
    /** Where the thing can be seen, while it exists. */
    link: z.string().nullable(),
  })
  .openapi('Activity');
export type Activity = z.infer<typeof Activity>;
