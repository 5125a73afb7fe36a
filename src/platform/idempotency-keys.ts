/**
 * Makes a repeated creation happen once. For 30 days an administrator's key names the one item created with it: a draft in a
 * browser may be sent again that late. The key is written in the transaction of the creation.
 */
import type { ExpressionBuilder } from 'kysely';
import type { Db } from './db/db.ts';
import type { Tables } from './db/tables.ts';

/** The administrator, the kind of item, and the key (a UUID). */
export type IdempotencyKey = {
  kind: string;
  key: string;
  administratorId: number;
  now: Date;
  /** Called when it was made before: nothing of this request is saved. */
  onReplayed: () => void;
};

const keptMs = 30 * 86_400_000;

/** The id of the item created under this key before. */
export async function findCreatedId(db: Db, idempotencyKey: IdempotencyKey): Promise<number | null> {
  const row = await rowOf(db, idempotencyKey)
    .where('createdAt', '>', oldestKept(idempotencyKey.now))
    .executeTakeFirst();
  if (row?.entityId) idempotencyKey.onReplayed();
  return row?.entityId ?? null;
}

/** Creates, or finds what another request created under the same key, even one still running. */
export async function createOnce<T extends { id: number }>(
  trx: Db,
  idempotencyKey: IdempotencyKey | null,
  { create, find }: { create: () => Promise<T>; find: (id: number) => Promise<T> },
): Promise<T> {
  if (!idempotencyKey) return create();
  // On PostgreSQL this waits for a transaction that has just written the same key.
  if (!(await claimKey(trx, idempotencyKey))) {
    const { entityId } = await rowOf(trx, idempotencyKey).executeTakeFirstOrThrow();
    idempotencyKey.onReplayed();
    return find(entityId ?? 0);
  }
  const made = await create();
  await trx.updateTable('idempotencyKeys').set({ entityId: made.id }).where(hasKey(idempotencyKey)).execute();
  return made;
}

/** Frees the keys of a permanently deleted item: a form that holds one would be refused forever. */
export async function forgetIdempotencyKeysOf(trx: Db, { kind, id }: { kind: string; id: number }): Promise<void> {
  await trx.deleteFrom('idempotencyKeys').where('kind', '=', kind).where('entityId', '=', id).execute();
}

/** Reads first, so that an idle worker never takes SQLite's write lock. */
export async function purgeIdempotencyKeys(db: Db, now: Date): Promise<void> {
  const old = db.selectFrom('idempotencyKeys').select('key').where('createdAt', '<=', oldestKept(now));
  if (await old.limit(1).executeTakeFirst())
    await db.deleteFrom('idempotencyKeys').where('createdAt', '<=', oldestKept(now)).execute();
}

/** False when the key is in use; an expired one is free again. */
async function claimKey(trx: Db, idempotencyKey: IdempotencyKey): Promise<boolean> {
  const { administratorId, kind, key, now } = idempotencyKey;
  const expired = trx.deleteFrom('idempotencyKeys').where(hasKey(idempotencyKey));
  await expired.where('createdAt', '<=', oldestKept(now)).execute();
  const inserted = await trx
    .insertInto('idempotencyKeys')
    .values({ administratorId, kind, key, entityId: null, createdAt: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

function rowOf(db: Db, idempotencyKey: IdempotencyKey) {
  return db.selectFrom('idempotencyKeys').select('entityId').where(hasKey(idempotencyKey));
}

function hasKey({ administratorId, kind, key }: IdempotencyKey) {
  return (is: ExpressionBuilder<Tables, 'idempotencyKeys'>) => is.and({ administratorId, kind, key });
}

function oldestKept(now: Date): string {
  return new Date(now.getTime() - keptMs).toISOString();
}
