/** The networks that the owner of an account has signed in from: failures from there are the owner's own. Stored as hashes. */
import type { Db } from '#platform/db/db.ts';
import { addressBlock } from '#platform/http/client-address.ts';
import { sha256 } from '#platform/tokens.ts';

const expiresAfterMs = 180 * 86_400_000;

/** `name` is the `accountKey` of a username or an address. */
export async function isOwnersNetwork(db: Db, { name, address }: { name: string; address: string }): Promise<boolean> {
  const row = await db
    .selectFrom('knownNetworks')
    .innerJoin('administrators', 'administrators.id', 'knownNetworks.administratorId')
    .select('administratorId')
    .where((where) => where.or([where('usernameKey', '=', name), where('emailKey', '=', name)]))
    .where('networkHash', '=', hashOf(address))
    .executeTakeFirst();
  return row !== undefined;
}

export async function rememberNetwork(
  db: Db,
  { administratorId, address }: { administratorId: number; address: string },
  now: Date,
): Promise<void> {
  const lastUsedAt = now.toISOString();
  await db
    .insertInto('knownNetworks')
    .values({ administratorId, networkHash: hashOf(address), lastUsedAt })
    .onConflict((conflict) => conflict.columns(['administratorId', 'networkHash']).doUpdateSet({ lastUsedAt }))
    .execute();
}

export async function forgetOldNetworks(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - expiresAfterMs).toISOString();
  await db.deleteFrom('knownNetworks').where('lastUsedAt', '<', oldest).execute();
}

function hashOf(address: string): string {
  return sha256(addressBlock(address));
}
