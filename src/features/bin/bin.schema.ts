import { z } from '@hono/zod-openapi';
import type { Kind } from '#features/items/kind.ts';
import { Instant } from '#platform/http/schemas.ts';

/** `title` is a member's name; `deletedBy` a username, null once that account is erased. */
export function binEntrySchema(kinds: readonly Kind[]) {
  return z
    .object({
      kind: z.enum(kinds.map(({ name }) => name)),
      id: z.number().int().positive(),
      title: z.string(),
      deletedAt: Instant,
      deletedBy: z.string().nullable(),
      purgeAt: Instant,
    })
    .openapi('BinEntry');
}
export type BinEntry = z.infer<ReturnType<typeof binEntrySchema>>;
