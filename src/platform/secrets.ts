/** Keys that the site makes for itself at first use and keeps in its database, one for each purpose. */
import type { Db } from './db/db.ts';
import { Conflict } from './errors.ts';
import { randomToken } from './tokens.ts';

/** Null where it has not been made yet. */
async function findSecret(db: Db, name: string): Promise<string | null> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

/** 256 bits, base64url; of two processes that make it at once, one wins and both use it. */
export async function secretFor(db: Db, name: string): Promise<string> {
  const existing = await findSecret(db, name);
  if (existing !== null) return existing;
  await db
    .insertInto('secrets')
    .values({ name, value: randomToken(), createdAt: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await findSecret(db, name)) ?? secretFor(db, name);
}

/**
 * Replaces the key for every process: none of them caches it. Must run in a transaction.
 * @throws Conflict when someone else renews it at this moment
 */
export async function renewSecret(trx: Db, name: string, now: Date): Promise<void> {
  const former = await secretFor(trx, name);
  const renewed = await trx
    .updateTable('secrets')
    .set({ value: randomToken(), createdAt: now.toISOString() })
    .where('name', '=', name)
    .where('value', '=', former)
    .executeTakeFirst();
  if (renewed.numUpdatedRows === 0n) throw new Conflict('Someone else has renewed the keys just now.');
}
