/**
 * Who was erased, as hashes under a key of the site's own: enough to notice that a list brings somebody back, too little to
 * learn who that was. Whoever confirms a subscription themselves is taken out again.
 */
import type { Db } from '#platform/db/db.ts';
import { secretFor, sign } from '#platform/secrets.ts';

const secretName = 'erased-addresses';

/** Must run in the transaction that erases. `emailKey` as `normaliseEmail` makes it; here and below. */
export async function rememberErased(trx: Db, emailKey: string, now: Date): Promise<void> {
  const addressHash = sign(await secretFor(trx, secretName), emailKey);
  await trx
    .insertInto('erasedAddresses')
    .values({ addressHash, erasedAt: now.toISOString() })
    .onConflict((conflict) => conflict.column('addressHash').doUpdateSet({ erasedAt: now.toISOString() }))
    .execute();
}

/** Those of the addresses that were erased and have not confirmed since. */
export async function findErased(db: Db, emailKeys: string[]): Promise<Set<string>> {
  if (emailKeys.length === 0) return new Set();
  const secret = await secretFor(db, secretName);
  const byHash = new Map(emailKeys.map((emailKey) => [sign(secret, emailKey), emailKey]));
  const rows = await db
    .selectFrom('erasedAddresses')
    .select('addressHash')
    .where('addressHash', 'in', [...byHash.keys()])
    .execute();
  return new Set(rows.map(({ addressHash }) => byHash.get(addressHash) ?? ''));
}

export async function forgetErased(trx: Db, emailKey: string): Promise<void> {
  const addressHash = sign(await secretFor(trx, secretName), emailKey);
  await trx.deleteFrom('erasedAddresses').where('addressHash', '=', addressHash).execute();
}
