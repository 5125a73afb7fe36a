import { z } from '@hono/zod-openapi';

/** One part of the page: what the site knows of it, and what is filled in by hand. */
export const HandOverPart = z
  .object({ title: z.string(), known: z.array(z.string()), byHand: z.array(z.string()) })
  .openapi('HandOverPart');
export type HandOverPart = z.infer<typeof HandOverPart>;
