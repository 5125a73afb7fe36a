/** The items of any kind in the database: finds those that are not in the bin, locks, lists and presents them. */
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { usernamesOf } from '#features/revisions/who-saved.server.ts';
import { findPictureInfos } from '#features/uploads/pictures.server.ts';
import type { Actor, Viewer } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { NotFound } from '#platform/errors.ts';
import { preparedQuery } from '#platform/fast/prepared-query.ts';
import type { ItemColumns, PictureColumns } from './items.tables.ts';
import { auditActionOf, type Kind } from './kind.ts';

/** The tables that have the columns of an item and a picture. */
type ItemTable = {
  [Name in keyof Tables]: Tables[Name] extends ItemColumns & PictureColumns ? Name : never;
}[keyof Tables];
/** A kind whose table is one of them. */
export type ItemKind = Kind & { name: ItemTable };
type ItemRow = Selectable<ItemColumns & PictureColumns>;
export type RowOf<K extends ItemKind> = ItemRow & Selectable<Tables[K['name']]>;

/** @throws NotFound also for one in the bin */
export async function getItem<K extends ItemKind>(db: Db, kind: K, id: number): Promise<RowOf<K>> {
  let read = reads.get(kind.name);
  if (!read) reads.set(kind.name, (read = preparedQuery((of, param) => itemQuery(of, kind, param('id')))));
  const [row] = await read(db, { id });
  return getRow(kind, row);
}

const reads = new Map<string, ReturnType<typeof preparedQuery<ItemRow, { id: number }>>>();

/**
 * Locks an item until the end of the transaction. SQLite has one writer anyway.
 * @throws NotFound also for one in the bin
 */
export async function lockItem<K extends ItemKind>(trx: Db, kind: K, id: number): Promise<RowOf<K>> {
  return getRow(kind, await itemQuery(trx, kind, id).forUpdate().executeTakeFirst());
}

function itemQuery(db: Db, kind: ItemKind, id: number | RawBuilder<number>) {
  return asItemTables(db)
    .selectFrom(kind.name as string)
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null);
}

export async function moveItemToBin(
  trx: Db,
  kind: ItemKind,
  id: number,
  { administratorId, now }: Actor,
): Promise<void> {
  await lockItem(trx, kind, id);
  const binned = { deletedAt: now.toISOString(), deletedBy: administratorId };
  await asItemTables(trx)
    .updateTable(kind.name as string)
    .set(binned)
    .where('id', '=', id)
    .execute();
  await audit(trx, { at: now, administratorId, action: auditActionOf(kind, 'delete'), entityId: id });
}

/** Titles by id, including items in the bin. */
export async function findTitles(db: Db, { name, titleField }: Kind, ids: number[]) {
  if (ids.length === 0) return [];
  return asItemTables(db)
    .selectFrom(name)
    .select(['id', 'deletedAt', sql.ref<string>(titleField).as('title')])
    .where('id', 'in', ids)
    .execute();
}

type Presentable = Pick<ItemRow, 'updatedBy' | 'imageUrl'> & Partial<Pick<ItemRow, 'deletedAt' | 'deletedBy'>>;

/** Rows as the API returns them: with picture sizes and, for administrators, who saved last. */
export async function presentItems<Row extends Presentable>(db: Db, rows: Row[], viewer: Viewer) {
  const editors = await usernamesOf(
    db,
    rows.map((row) => (viewer === 'visitors' ? null : row.updatedBy)),
  );
  const pictures = await findPictureInfos(
    db,
    rows.map((row) => row.imageUrl),
  );
  return rows.map(({ updatedBy, deletedAt: _at, deletedBy: _by, ...row }) => ({
    ...row,
    ...(viewer === 'administrators' && { updatedBy: editors.get(updatedBy ?? 0) ?? null }),
    image: pictures.get(row.imageUrl ?? '') ?? null,
  }));
}

export async function presentItem<Row extends Presentable>(db: Db, row: Row, viewer: Viewer) {
  const [item] = await presentItems(db, [row], viewer);
  return item as NonNullable<typeof item>;
}

/** Kysely cannot type a table name in a variable. Every kind's table has these columns. */
export function asItemTables(db: Db) {
  return db as unknown as Kysely<Record<string, ItemColumns & PictureColumns>>;
}

/** The row holds all columns of its table. */
function getRow<K extends ItemKind>({ texts }: K, row: ItemRow | undefined): RowOf<K> {
  if (!row) throw new NotFound(texts.notFound);
  return row as RowOf<K>;
}
