/**
 * Creations that happen once, however often they are asked for: for 30 days, a key of an administrator stands for the
 * one entity that was made under it: what a browser keeps of a form may be restored and sent again that late. The key is written in the transaction of the creation.
 */
import type { Db } from './db/db.ts';
import type { Tables } from './db/tables.ts';

export type CreationKind = Tables['idempotencyKeys']['kind'];

/** Who asks for what, under which key (a UUID). */
export type Creation = { kind: CreationKind; key: string; administratorId: number; now: Date };

const keptMs = 30 * 86_400_000;

/** The id of what was made under this key before. */
export async function findCreated(db: Db, creation: Creation): Promise<number | null> {
  const row = await rowOf(db, creation).where('createdAt', '>', oldest(creation.now)).executeTakeFirst();
  return row?.entityId ?? null;
}

/** Creates, or finds what another request made under the same key, also one that is under way at this moment. */
export async function createOnce<T extends { id: number }>(
  trx: Db,
  creation: Creation | null,
  { create, find }: { create: () => Promise<T>; find: (id: number) => Promise<T> },
): Promise<T> {
  if (!creation) return create();
  // On PostgreSQL this waits for a transaction that has just written the same key.
  if (!(await claim(trx, creation))) {
    const { entityId } = await rowOf(trx, creation).executeTakeFirstOrThrow();
    return find(entityId ?? 0);
  }
  const made = await create();
  const { administratorId, kind, key } = creation;
  await trx
    .updateTable('idempotencyKeys')
    .set({ entityId: made.id })
    .where('administratorId', '=', administratorId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute();
  return made;
}

/** What is gone for good may be made again: a form that holds its key would be refused for ever. */
export async function forgetCreation(trx: Db, { kind, id }: { kind: CreationKind; id: number }): Promise<void> {
  await trx.deleteFrom('idempotencyKeys').where('kind', '=', kind).where('entityId', '=', id).execute();
}

/** Reads first, so that an idle worker never takes SQLite's write lock. */
export async function purgeCreations(db: Db, now: Date): Promise<void> {
  const old = db.selectFrom('idempotencyKeys').select('key').where('createdAt', '<=', oldest(now));
  if (await old.limit(1).executeTakeFirst())
    await db.deleteFrom('idempotencyKeys').where('createdAt', '<=', oldest(now)).execute();
}

/** False when the key is taken; one that has served its time is free again. */
async function claim(trx: Db, { administratorId, kind, key, now }: Creation): Promise<boolean> {
  await trx
    .deleteFrom('idempotencyKeys')
    .where('administratorId', '=', administratorId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('createdAt', '<=', oldest(now))
    .execute();
  const inserted = await trx
    .insertInto('idempotencyKeys')
    .values({ administratorId, kind, key, entityId: null, createdAt: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

function rowOf(db: Db, { administratorId, kind, key }: Creation) {
  return db
    .selectFrom('idempotencyKeys')
    .select('entityId')
    .where('administratorId', '=', administratorId)
    .where('kind', '=', kind)
    .where('key', '=', key);
}

function oldest(now: Date): string {
  return new Date(now.getTime() - keptMs).toISOString();
}
