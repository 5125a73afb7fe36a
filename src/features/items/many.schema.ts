import { z } from '@hono/zod-openapi';

/** Several items at once. */
export const ManyInput = z.object({ ids: z.array(z.number().int().positive()).min(1).max(500) }).openapi('ManyInput');

/** Those that it was done to: what is gone by then is left out. */
export const ManyDone = z.object({ message: z.string(), ids: z.array(z.number().int()) }).openapi('ManyDone');
export type ManyDone = z.infer<typeof ManyDone>;
