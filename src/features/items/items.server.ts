/** The items of any kind in the database: finds those that are not in the bin, locks, lists and presents them. */
import { type Kysely, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { editorsOf } from '#features/revisions/editors.server.ts';
import { picturesFor } from '#features/uploads/pictures.server.ts';
import type { Actor, Viewer } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/db.ts';
import { folded } from '#platform/db/search/fold.ts';
import type { Tables } from '#platform/db/tables.ts';
import { NotFound } from '#platform/errors.ts';
import { cursorParts, decodeCursor, encodeCursor } from '#platform/http/api.ts';
import { compareTexts } from '#shared/text.ts';
import type { ItemColumns, PictureColumns } from './items.tables.ts';
import { itemAction, type Kind } from './kind.ts';
import type { ChosenQuery, States } from './listing.server.ts';
import type { Sort } from './listing.ts';

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
  const row = await itemTables(db)
    .selectFrom(kind.name as string)
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return found(kind, row);
}

/**
 * Locks an item until the end of the transaction. SQLite has one writer anyway.
 * @throws NotFound also for one in the bin
 */
export async function lockItem<K extends ItemKind>(trx: Db, kind: K, id: number): Promise<RowOf<K>> {
  const row = await itemTables(trx)
    .selectFrom(kind.name as string)
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return found(kind, row);
}

/** Moves it to the bin. */
export async function removeItem(trx: Db, kind: ItemKind, id: number, { administratorId, now }: Actor): Promise<void> {
  await lockItem(trx, kind, id);
  const binned = { deletedAt: now.toISOString(), deletedBy: administratorId };
  await itemTables(trx)
    .updateTable(kind.name as string)
    .set(binned)
    .where('id', '=', id)
    .execute();
  await audit(trx, { at: now, administratorId, action: itemAction(kind, 'delete'), entityId: id });
}

/** Also of those in the bin. */
export async function findTitles(db: Db, { name, titleField }: Kind, ids: number[]) {
  if (ids.length === 0) return [];
  return itemTables(db)
    .selectFrom(name)
    .select(['id', 'deletedAt', sql.ref<string>(titleField).as('title')])
    .where('id', 'in', ids)
    .execute();
}

const KeyCursor = z.tuple([z.string(), cursorParts.id]);

type Whole<K extends ItemKind> = { searched: (keyof Tables[K['name']] & string)[]; states: States<K> };

/**
 * For administrators: a page of the items, by title unless another order is chosen, with a search in some columns. Sorts here, because the two engines sort
 * letters beyond ASCII differently; reads only the rows of the page whole.
 */
export async function listByTitle<K extends ItemKind>(
  db: Db,
  kind: K,
  { search, limit, cursor, state, sort = 'title' }: ChosenQuery,
  { searched, states }: Whole<K>,
) {
  const living = itemTables(db)
    .selectFrom(kind.name as string)
    .where('deletedAt', 'is', null);
  const all = await living
    .select(['id', sql.ref<string>(keyOf(kind, sort)).as('key')])
    .$if(state !== undefined, (items) => items.where(states[state as keyof States<K>]))
    .$if(Boolean(search), (items) =>
      items.select(searched.map((column, at) => sql.ref<string>(column).as(`text${at}`))),
    )
    .execute();
  const compare = comparing(sort);
  const found = all.filter(containing(search));
  found.sort(compare);
  const [key = '', id = 0] = cursor ? decodeCursor(cursor, KeyCursor) : [];
  const start = cursor ? found.findIndex((item) => compare(item, { key, id }) > 0) : 0;
  const page = start < 0 ? [] : found.slice(start, start + limit);
  const ids = page.map((item) => item.id);
  const rows = ids.length === 0 ? [] : await living.selectAll().where('id', 'in', ids).execute();
  const inOrder = rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) as RowOf<K>[];
  const last = page.at(-1);
  const hasMore = last !== undefined && start + limit < found.length;
  return {
    items: await presentItems(db, inOrder, 'administrators'),
    total: found.length,
    nextCursor: hasMore ? encodeCursor([last.key, last.id]) : null,
  };
}

/** Searches here and not in SQL: SQLite cannot fold letters by itself. */
function containing(search: string | undefined): (texts: Keyed) => boolean {
  const term = folded(search ?? '');
  return ({ id: _id, key: _key, ...texts }) =>
    !search || Object.values(texts).some((text) => typeof text === 'string' && folded(text).includes(term));
}

type Keyed = { id: number; key: string };

function keyOf({ titleField }: Kind, sort: Sort): string {
  if (sort === 'title') return titleField;
  return sort === 'changed' ? 'updatedAt' : 'createdAt';
}

function comparing(sort: Sort): (a: Keyed, b: Keyed) => number {
  if (sort === 'title') return (a, b) => compareTexts(a.key, b.key) || a.id - b.id;
  const oldest = (a: Keyed, b: Keyed) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id);
  return sort === 'oldest' ? oldest : (a, b) => oldest(b, a);
}

type Presentable = Pick<ItemRow, 'updatedBy' | 'deletedAt' | 'deletedBy' | 'imageUrl'>;

/** As the API answers them: with the sizes of the picture, and for administrators with who saved last. */
export async function presentItems<Row extends Presentable>(db: Db, rows: Row[], viewer: Viewer) {
  const editorOf = await editorsOf(db, rows, viewer);
  const pictures = await picturesFor(
    db,
    rows.map((row) => row.imageUrl),
  );
  return rows.map(({ updatedBy, deletedAt: _at, deletedBy: _by, ...row }) => ({
    ...row,
    ...editorOf({ updatedBy }),
    image: pictures.get(row.imageUrl ?? '') ?? null,
  }));
}

export async function presentItem<Row extends Presentable>(db: Db, row: Row, viewer: Viewer) {
  const [item] = await presentItems(db, [row], viewer);
  return item as NonNullable<typeof item>;
}

/** Kysely knows no table whose name is a variable. The table of every kind has these columns. */
export function itemTables(db: Db) {
  return db as unknown as Kysely<Record<string, ItemColumns & PictureColumns>>;
}

/** The row holds all columns of its table. */
function found<K extends ItemKind>({ texts }: K, row: ItemRow | undefined): RowOf<K> {
  if (!row) throw new NotFound(texts.notFound);
  return row as RowOf<K>;
}
