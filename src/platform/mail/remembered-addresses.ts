/** Addresses that are known by a hash with the site's own key alone: enough to know one again, too little to learn who it was. */
import type { Db } from '#platform/db/db.ts';
import type { RememberedReason } from '#platform/db/tables.ts';
import { secretFor } from '#platform/secrets.ts';
import { sign } from '#platform/tokens.ts';

const secretName = 'erased-addresses';

/** Addresses come from `normaliseEmail`, here and below. */
export async function addressHashOf(db: Db, address: string): Promise<string> {
  return sign(await secretFor(db, secretName), address);
}

/** Must run in the transaction of the change. False if it was remembered before. */
export async function rememberHash(
  trx: Db,
  reason: RememberedReason,
  addressHash: string,
  now: Date | null = null,
): Promise<boolean> {
  const added = await trx
    .insertInto('rememberedAddresses')
    .values({ reason, addressHash, rememberedAt: now?.toISOString() ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('addressHash')
    .executeTakeFirst();
  return added !== undefined;
}

/** Returns whether it was remembered. */
export async function forgetHash(trx: Db, reason: RememberedReason, addressHash: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom('rememberedAddresses')
    .where('reason', '=', reason)
    .where('addressHash', '=', addressHash)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Those of the addresses that are remembered, `since` then if given. */
export async function findRemembered(
  db: Db,
  { reason, addresses, since }: { reason: RememberedReason; addresses: string[]; since?: Date },
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const secret = await secretFor(db, secretName);
  const byHash = new Map(addresses.map((address) => [sign(secret, address), address]));
  let found = db
    .selectFrom('rememberedAddresses')
    .select('addressHash')
    .where('reason', '=', reason)
    .where('addressHash', 'in', [...byHash.keys()]);
  if (since) found = found.where('rememberedAt', '>', since.toISOString());
  return new Set((await found.execute()).map(({ addressHash }) => byHash.get(addressHash) ?? ''));
}
