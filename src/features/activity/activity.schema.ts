import { z } from '@hono/zod-openapi';

/** Read as: doer, a space, before, name, after. */
export const Activity = z
  .object({
    id: z.number(),
    at: z.string(),
    doer: z.string(),
    before: z.string(),
    name: z.string().nullable(),
    after: z.string(),
    /** The address of the thing, while it exists. */
    link: z.string().nullable(),
  })
  .openapi('Activity');
export type Activity = z.infer<typeof Activity>;
