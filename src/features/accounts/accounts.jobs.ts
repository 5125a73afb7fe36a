import type { Db } from '#platform/db/db.ts';
import { sessionLifetime } from './account.ts';
import { forgetOldNetworks } from './sign-in/known-networks.server.ts';

const dayMs = 24 * 3_600_000;

/**
 * Removes what can no longer matter: changes of accounts that cannot be taken back any more, ended sessions and links after a week, counts of failed sign-ins after two days.
 */
export async function purgeAccounts(db: Db, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await db.deleteFrom('sessions').where('expiresAt', '<', ago(sessionLifetime.absolute)).execute();
  await db.deleteFrom('invitations').where('expiresAt', '<', ago(sessionLifetime.absolute)).execute();
  await db.deleteFrom('accountChanges').where('expiresAt', '<', now.toISOString()).execute();
  await db
    .deleteFrom('throttles')
    .where('lastFailureAt', '<', ago(2 * dayMs))
    .execute();
  await forgetOldNetworks(db, now);
}
