/** Keys that the site makes for itself at first use and keeps in its database, one for each purpose. */
import type { Db } from './db/db.ts';
import { Conflict } from './errors.ts';
import { randomHex, randomToken } from './tokens.ts';

const formerly = ' until ';

/** Null where it has not been made yet. */
export async function findSecret(db: Db, name: string): Promise<string | null> {
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

/** What the key was before it was renewed, back to `since`; the latest first. */
export async function formerSecrets(db: Db, name: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', 'like', `${name}${formerly}%`)
    .where('createdAt', '>', since.toISOString())
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map(({ value }) => value);
}

/**
 * A new key from now on, for every process: none of them keeps it. `keepsFormer`: `formerSecrets` answers the one that it
 * replaces. Must run in a transaction.
 */
export async function renewSecret(
  trx: Db,
  name: string,
  { now, keepsFormer = false }: { now: Date; keepsFormer?: boolean },
): Promise<void> {
  const former = await secretFor(trx, name);
  const createdAt = now.toISOString();
  const value = randomToken();
  // Of two that renew it at once the second waits here, or fails: it must not keep what the first has replaced already.
  const renewed = await trx
    .updateTable('secrets')
    .set({ value, createdAt })
    .where('name', '=', name)
    .where('value', '=', former)
    .executeTakeFirst();
  if (renewed.numUpdatedRows === 0n) throw new Conflict('Someone else has renewed the keys just now.');
  if (!keepsFormer) return;
  const keptAs = `${name}${formerly}${randomHex(6)}`;
  await trx.insertInto('secrets').values({ name: keptAs, value: former, createdAt }).execute();
}
