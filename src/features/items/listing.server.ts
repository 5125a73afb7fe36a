/** Administrators' lists in a state that they choose, each in the order of its kind. */

import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import { searchCondition } from '#platform/db/search/search.ts';
import { cursorParts, cutPage, decodeCursor, ListQuery } from '#platform/http/list-pages.ts';
import { containsFolded } from '#shared/fold-text.ts';
import { compareTexts } from '#shared/text.ts';
import { asItemTables, type ItemKind, type RowOf } from './items.server.ts';
import type { Kind } from './kind.ts';

export type Condition = RawBuilder<boolean>;
/** What narrows a list, by the name of the state in the kind. */
export type States<K extends Kind> = Record<keyof K['states'] & string, Condition>;

/** The query parameters of a kind's lists besides the search. */
export function listQuerySchema({ states }: Kind) {
  return ListQuery.extend({ state: z.enum(Object.keys(states) as [string, ...string[]]).optional() });
}
export type ChosenQuery = ListQuery & { state?: string | undefined };

type Many<K extends ItemKind> = {
  query: ChosenQuery;
  states: States<K>;
  index: Parameters<typeof searchCondition>[2];
  /** Columns to order by, descending; the first may be null. The id comes last. */
  newest: readonly string[];
  /** The same of a row. */
  placeOf: (row: RowOf<K>) => (string | number)[];
  /** The columns to read, if not all. */
  columns?: readonly string[];
};

/** A page of a kind with many items, newest first, by an index. */
export async function listByIndex<K extends ItemKind>(db: Db, kind: K, many: Many<K>) {
  const { query, states, index, newest, placeOf, columns } = many;
  const { state, search, cursor, limit } = query;
  let items = notInBinQuery(db, kind);
  if (state) items = items.where(states[state as keyof States<K>]);
  if (search) items = items.where(await searchCondition(db, search, index));
  const total = await countRows(items);
  const order = [...newest, 'id'].map((key) => sql.raw<string>(key));
  if (cursor) {
    const { id, instant } = cursorParts;
    const place = newest.length === 2 ? z.tuple([instant, instant, id]) : z.tuple([instant, id]);
    items = items.where(sql<boolean>`(${sql.join(order)}) < (${sql.join(decodeCursor(cursor, place))})`);
  }
  for (const [at, column] of order.entries())
    items = items.orderBy(column, (by) => (at > 0 ? by.desc() : by.desc().nullsLast()));
  const page = columns ? items.select(columns as 'id'[]) : items.selectAll();
  const rows = (await page.limit(limit + 1).execute()) as RowOf<K>[];
  const { shown, nextCursor } = cutPage(rows, limit, placeOf);
  return { rows: shown, total, nextCursor };
}

export type Few<K extends ItemKind> = {
  query: ChosenQuery;
  states: States<K>;
  textsOf: (row: RowOf<K>) => string[];
  /** Otherwise by title. */
  isNewestFirst?: boolean;
};

type Place = [key: string, id: number];

/** For a kind with few items: searched and sorted here, because SQL cannot fold letters or sort them as people do. */
export async function listInMemory<K extends ItemKind>(db: Db, kind: K, few: Few<K>) {
  const { query, states, textsOf, isNewestFirst = false } = few;
  const { state, search, cursor, limit } = query;
  const items = notInBinQuery(db, kind).selectAll();
  const all = (await (state ? items.where(states[state as keyof States<K>]) : items).execute()) as RowOf<K>[];
  const found = search ? all.filter((row) => containsFolded(textsOf(row).join('\n'), search)) : all;
  const placeOf = (row: RowOf<K>): Place => [
    isNewestFirst ? row.createdAt : String((row as Record<string, unknown>)[kind.titleField]),
    row.id,
  ];
  return sortedPage(found, { placeOf, isNewestFirst, cursor, limit });
}

type Sorting<Row> = {
  placeOf: (row: Row) => Place;
  isNewestFirst: boolean;
  cursor?: string | undefined;
  limit: number;
};

/** A page of all rows in their order, which SQL does not know. */
export function sortedPage<Row>(found: Row[], { placeOf, isNewestFirst, cursor, limit }: Sorting<Row>) {
  const compare = isNewestFirst ? (a: Place, b: Place) => comparePlaces(b, a) : comparePlaces;
  const sorted = found.toSorted((a, b) => compare(placeOf(a), placeOf(b)));
  const last = cursor ? decodeCursor(cursor, z.tuple([z.string(), cursorParts.id])) : null;
  const rest = last ? sorted.filter((row) => compare(placeOf(row), last) > 0) : sorted;
  const { shown, nextCursor } = cutPage(rest, limit, placeOf);
  return { rows: shown, total: found.length, nextCursor };
}

function comparePlaces([a, first]: Place, [b, second]: Place): number {
  return compareTexts(a, b) || first - second;
}

function notInBinQuery(db: Db, { name }: ItemKind) {
  return asItemTables(db)
    .selectFrom(name as string)
    .where('deletedAt', 'is', null);
}
