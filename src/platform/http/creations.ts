/** The edge of `#platform/creations.ts`: the header `Idempotency-Key` of a creation, whose answer may have been lost. */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type Creation, type CreationKind, findCreated } from '#platform/creations.ts';
import type { Db } from '#platform/db/db.ts';
import { type ApiEnv, signedIn } from './api.ts';

/** For the `headers` of a route that creates. */
export const CreationHeaders = z.object({
  'idempotency-key': z
    .uuid('The Idempotency-Key of a request must be a UUID.')
    .toLowerCase()
    .optional()
    .openapi({ description: 'The same key within 30 days answers what was made the first time' }),
});

export function creationOf(
  c: Context<ApiEnv>,
  given: z.infer<typeof CreationHeaders>,
  { kind, now }: { kind: CreationKind; now: Date },
): Creation | null {
  const key = given['idempotency-key'];
  return key ? { kind, key, administratorId: signedIn(c).id, now } : null;
}

/**
 * The id of what this request has made already. The answer then says `Idempotent-Replayed: true`: whatever the body holds
 * beyond the first one has not been saved.
 */
export async function madeBefore(c: Context<ApiEnv>, db: Db, creation: Creation | null): Promise<number | null> {
  const id = creation && (await findCreated(db, creation));
  if (id) c.header('idempotent-replayed', 'true');
  return id;
}
