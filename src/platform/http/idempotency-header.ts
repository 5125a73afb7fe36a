/** The edge of `#platform/idempotency-keys.ts`: the header `Idempotency-Key` of a creation, whose answer may have been lost. */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { IdempotencyKey } from '#platform/idempotency-keys.ts';
import { type ApiEnv, signedIn } from './api.ts';

/** For the `headers` of a route that creates. */
export const IdempotencyHeaders = z.object({
  'idempotency-key': z
    .uuid('The Idempotency-Key of a request must be a UUID.')
    .toLowerCase()
    .optional()
    .openapi({ description: 'The same key within 30 days answers what was made the first time' }),
});

/** When it was made before, the answer says `Idempotent-Replayed: true`: this body has not been saved. */
export function idempotencyKeyOf(
  c: Context<ApiEnv>,
  given: z.infer<typeof IdempotencyHeaders>,
  { kind, now }: { kind: string; now: Date },
): IdempotencyKey | null {
  const key = given['idempotency-key'];
  const onReplayed = () => c.header('idempotent-replayed', 'true');
  return key ? { kind, key, administratorId: signedIn(c).id, now, onReplayed } : null;
}
