import type { Db } from '#platform/db/db.ts';
import { sessionLifetime } from './account.ts';

const dayMs = 24 * 3_600_000;

/** Removes sessions and links a week after their end, counts of failures after two days. */
export async function purgeSessionsAndLinks(db: Db, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await db.deleteFrom('sessions').where('expiresAt', '<', ago(sessionLifetime.absolute)).execute();
  await db.deleteFrom('accountLinks').where('expiresAt', '<', ago(sessionLifetime.absolute)).execute();
  await db
    .deleteFrom('throttles')
    .where('lastFailureAt', '<', ago(2 * dayMs))
    .execute();
}
