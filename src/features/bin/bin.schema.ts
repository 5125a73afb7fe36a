import { z } from '@hono/zod-openapi';
import { Instant } from '#platform/http/schemas.ts';
import { binKinds } from './bin.ts';

/** `title` is a member's name; `deletedBy` a username, null once that account is gone. */
export const BinEntry = z
  .object({
    kind: z.enum(binKinds),
    id: z.number().int().positive(),
    title: z.string(),
    deletedAt: Instant,
    deletedBy: z.string().nullable(),
    purgeAt: Instant,
  })
  .openapi('BinEntry');
export type BinEntry = z.infer<typeof BinEntry>;
