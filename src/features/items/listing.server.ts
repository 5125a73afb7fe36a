/** Administrators' lists in a state that they choose. An index leads to the order of a kind with many items. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/db/db.ts';
import { cursorParts, cutPage, decodeCursor, ListQuery } from '#platform/http/api.ts';
import { holds } from '#shared/fold.ts';
import { compareTexts } from '#shared/text.ts';
import { type ItemKind, type RowOf, withItemTables } from './items.server.ts';
import type { Kind } from './kind.ts';

export type Condition = RawBuilder<boolean>;
/** What narrows a list, by the name of the state in the kind. */
export type States<K extends Kind> = Record<keyof K['states'] & string, Condition>;

/** What the lists of a kind take beside a search. */
export function listQueryOf({ states }: Kind) {
  return ListQuery.extend({ state: z.enum(Object.keys(states) as [string, ...string[]]).optional() });
}
export type ChosenQuery = ListQuery & { state?: string | undefined };

type Chosen = {
  query: ListQuery;
  conditions: Condition[];
  /** What the newest has most of; the first may be null in the database. Behind them comes the id. */
  newest: readonly string[];
};

/** The ids of a page, newest first, and how many there are in all. */
export async function listChosen(db: Db, kind: ItemKind, { query, conditions, newest }: Chosen) {
  const items = conditions.reduce(
    (rows, condition) => rows.where(condition),
    withItemTables(db)
      .selectFrom(kind.name as string)
      .where('deletedAt', 'is', null),
  );
  const { total } = await items.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const columns = [...newest, 'id'].map((key) => sql.raw<string>(key));
  let page = items.select(['id', ...newest.map((key, at) => sql.raw<string>(key).as(`key${at}`))]);
  if (query.cursor) {
    const { id, instant } = cursorParts;
    const place = newest.length === 2 ? z.tuple([instant, instant, id]) : z.tuple([instant, id]);
    page = page.where(sql<boolean>`(${sql.join(columns)}) < (${sql.join(decodeCursor(query.cursor, place))})`);
  }
  for (const [at, column] of columns.entries())
    page = page.orderBy(column, (order) => (at > 0 ? order.desc() : order.desc().nullsLast()));
  const rows = (await page.limit(query.limit + 1).execute()) as ({ id: number } & Record<string, string>)[];
  const placeOf = (last: (typeof rows)[number]) => [...newest.map((_, at) => last[`key${at}`] ?? ''), last.id];
  const { shown, nextCursor } = cutPage(rows, query.limit, placeOf);
  return { ids: shown.map(({ id }) => id), total: Number(total), nextCursor };
}

export type Few<K extends ItemKind> = {
  query: ChosenQuery;
  states: States<K>;
  textsOf: (row: RowOf<K>) => string[];
  /** Otherwise by title. */
  isNewestFirst?: boolean;
};

type Place = [key: string, id: number];

/** Of a kind with few items: searched and sorted here, for SQL cannot fold letters, and no engine sorts them as people do. */
export async function listFew<K extends ItemKind>(db: Db, kind: K, few: Few<K>) {
  const { query, states, textsOf, isNewestFirst = false } = few;
  const { state, search, cursor, limit } = query;
  const living = withItemTables(db)
    .selectFrom(kind.name as string)
    .selectAll()
    .where('deletedAt', 'is', null);
  const all = (await (state ? living.where(states[state as keyof States<K>]) : living).execute()) as RowOf<K>[];
  const found = search ? all.filter((row) => textsOf(row).some((text) => holds(text, search))) : all;
  const placeOf = (row: RowOf<K>): Place => [
    isNewestFirst ? row.createdAt : String((row as Record<string, unknown>)[kind.titleField]),
    row.id,
  ];
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

/** Rows that were read by their ids, in the order of these. */
export function inOrderOf<Row extends { id: number }>(ids: number[], rows: Row[]): Row[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => rowOf.get(id) ?? []);
}
