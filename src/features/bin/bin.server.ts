/** The bin: holds deleted items unchanged, restores them, and deletes them permanently after 30 days or on request. */

import { sql } from 'kysely';
import { z } from 'zod';
import { asItemTables } from '#features/items/items.server.ts';
import { auditActionOf, type Kind } from '#features/items/kind.ts';
import { removeRedirectsTo } from '#features/items/redirects.server.ts';
import { deleteRevisions } from '#features/revisions/revisions.server.ts';
import { markUnmentionedPictures } from '#features/uploads/removing-pictures.server.ts';
import type { Doer } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { countRows } from '#platform/db/count-rows.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { NotFound } from '#platform/errors.ts';
import { cursorParts, type Listed, type ListQuery, readLatest } from '#platform/http/list-pages.ts';
import { forgetIdempotencyKeysOf } from '#platform/idempotency-keys.ts';
import type { BinEntry } from './bin.schema.ts';
import { binMessages, purgeTime } from './bin.ts';

/**
 * Removes what refers to an entity before it is deleted permanently, in the same transaction.
 * @throws Conflict when it cannot be deleted yet
 */
export type Clear = (trx: Db, entity: Binned, now: Date) => Promise<void>;
export type Binned = { kind: Kind; id: number };

/** Last deleted first. */
export async function listBin(
  db: Db,
  kinds: readonly Kind[],
  query: Omit<ListQuery, 'search'>,
): Promise<Listed<BinEntry>> {
  const bin = db.selectFrom(binQuery(db, kinds).as('bin'));
  const rows = bin
    .leftJoin('administrators', 'administrators.id', 'bin.deletedBy')
    .select(['bin.kind', 'bin.id', 'bin.title', 'bin.deletedAt', 'administrators.username as deletedBy']);
  const name = z.enum(kinds.map((kind) => kind.name));
  const by = { 'bin.deletedAt': cursorParts.instant, 'bin.kind': name, 'bin.id': cursorParts.id };
  const { shown, nextCursor } = await readLatest(rows, query, by);
  const items = shown.map((row) => ({ ...row, purgeAt: purgeTime(row.deletedAt) }));
  return { items, total: await countRows(bin), nextCursor };
}

/** Restores it exactly as it was: version, state, and who saved last. */
export async function restoreFromBin(db: Db, entity: Binned, { administratorId, now }: Doer): Promise<void> {
  await transact(db, async (trx) => {
    await lockBinned(trx, entity);
    const living = { deletedAt: null, deletedBy: null };
    await asItemTables(trx).updateTable(entity.kind.name).set(living).where('id', '=', entity.id).execute();
    await audit(trx, { at: now, administratorId, action: auditActionOf(entity.kind, 'restore'), entityId: entity.id });
  });
}

/**
 * Deletes it permanently, with its revisions; queues pictures that nothing else uses for removal.
 * @throws NotFound when it is not in the bin, or was deleted after `deletedBefore`
 */
export async function purgeItem(
  db: Db,
  { deletedBefore, ...entity }: Binned & { deletedBefore?: string },
  { administratorId, now }: Doer,
  clear: Clear,
): Promise<void> {
  const { kind, id } = entity;
  await transact(db, async (trx) => {
    const row = await lockBinned(trx, entity);
    if (deletedBefore && (row.deletedAt ?? '') > deletedBefore) throw new NotFound(binMessages.notFound);
    await clear(trx, entity, now);
    const older = await deleteRevisions(trx, { kind: kind.name, entityId: id });
    await forgetIdempotencyKeysOf(trx, { kind: kind.name, id });
    await removeRedirectsTo(trx, { kind: kind.name, id });
    await asItemTables(trx).deleteFrom(kind.name).where('id', '=', id).execute();
    await markUnmentionedPictures(trx, [JSON.stringify(row), ...older], now);
    await audit(trx, { at: now, administratorId, action: auditActionOf(kind, 'purge'), entityId: id });
  });
}

/** The items deleted before `deletedBefore`, oldest deletion first. */
export async function listExpiredItems(
  db: Db,
  kinds: readonly Kind[],
  { deletedBefore, limit }: { deletedBefore: string; limit: number },
): Promise<Binned[]> {
  const rows = await db
    .selectFrom(binQuery(db, kinds).as('bin'))
    .select(['kind', 'id'])
    .where('deletedAt', '<=', deletedBefore)
    .orderBy('deletedAt')
    .limit(limit)
    .execute();
  return rows.flatMap(({ kind: name, id }) => kinds.filter((kind) => kind.name === name).map((kind) => ({ kind, id })));
}

function binQuery(db: Db, kinds: readonly Kind[]) {
  return kinds
    .map(({ name, titleField }) =>
      asItemTables(db)
        .selectFrom(name)
        .select([sql.lit(name).as('kind'), 'id', sql.ref<string>(titleField).as('title'), 'deletedBy'])
        .select(sql<string>`deleted_at`.as('deletedAt'))
        .where(sql<boolean>`deleted_at is not null`),
    )
    .reduce((all, one) => all.unionAll(one));
}

async function lockBinned(trx: Db, { kind, id }: Binned) {
  const row = await asItemTables(trx)
    .selectFrom(kind.name)
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new NotFound(binMessages.notFound);
  return row;
}
