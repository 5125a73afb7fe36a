/** Administrators' lists in an order and a state that they choose. An index leads to each order of a kind with many items. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#platform/db/db.ts';
import { cursorParts, cutPage, decodeCursor, ListQuery } from '#platform/http/api.ts';
import { holds } from '#shared/fold.ts';
import { compareTexts } from '#shared/text.ts';
import { type ItemKind, type RowOf, withItemTables } from './items.server.ts';
import type { Kind } from './kind.ts';
import { type Sort, sorts } from './listing.ts';

export type Condition = RawBuilder<boolean>;
/** What narrows a list, by the name of the state in the kind. */
export type States<K extends Kind> = Record<keyof K['states'] & string, Condition>;

/** What the lists of a kind take beside a search. */
export function listQueryOf({ states }: Kind) {
  return ListQuery.extend({
    state: z.enum(Object.keys(states) as [string, ...string[]]).optional(),
    sort: z.enum(sorts).optional(),
  });
}
export type ChosenQuery = ListQuery & { state?: string | undefined; sort?: Sort | undefined };

type Chosen = {
  query: ChosenQuery;
  conditions: Condition[];
  /** What the newest has most of; the first may be null in the database. Behind them comes the id. */
  newest: readonly string[];
};

/** The ids of a page, in order, and how many there are in all. */
export async function listChosen(db: Db, kind: ItemKind, { query, conditions, newest }: Chosen) {
  const items = conditions.reduce(
    (rows, condition) => rows.where(condition),
    withItemTables(db)
      .selectFrom(kind.name as string)
      .where('deletedAt', 'is', null),
  );
  if (query.sort === 'title') {
    const all = await titlesOf(db, kind);
    if (conditions.length === 0) return pageByTitle(all, query);
    const found = new Set((await items.select('id').execute()).map(({ id }) => id));
    return pageByTitle(
      all.filter(({ id }) => found.has(id)),
      query,
    );
  }
  const { total } = await items.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const { keys, isDown, cursor } = orderOf(query.sort ?? 'newest', newest);
  const place = query.cursor ? decodeCursor(query.cursor, cursor) : null;
  const columns = [...keys, 'id'].map((key) => sql.raw<string>(key));
  const direction = isDown ? 'desc' : 'asc';
  let page = items.select(['id', ...keys.map((key, at) => sql.raw<string>(key).as(`key${at}`))]);
  if (place)
    page = page.where(sql<boolean>`(${sql.join(columns)}) ${sql.raw(isDown ? '<' : '>')} (${sql.join(place)})`);
  for (const [at, column] of columns.entries())
    page = page.orderBy(column, (order) =>
      at > 0 ? order[direction]() : isDown ? order.desc().nullsLast() : order.asc().nullsFirst(),
    );
  const rows = (await page.limit(query.limit + 1).execute()) as ({ id: number } & Record<string, string>)[];
  const placeOf = (last: (typeof rows)[number]) => [...keys.map((_, at) => last[`key${at}`] ?? ''), last.id];
  const { shown, nextCursor } = cutPage(rows, query.limit, placeOf);
  return { ids: shown.map(({ id }) => id), total: Number(total), nextCursor };
}

type Titled = { id: number; title: string };

/** Along the index that holds just this. */
function titlesOf(db: Db, { name, titleField }: ItemKind): Promise<Titled[]> {
  const title = sql.ref<string>(titleField);
  return withItemTables(db)
    .selectFrom(name as string)
    .select(['id', title.as('title')])
    .where('deletedAt', 'is', null)
    .orderBy(title)
    .orderBy('id')
    .execute();
}

/** Here and not in SQL: the engines sort letters beyond ASCII differently, and not as people do. */
function pageByTitle(rows: Titled[], { limit, cursor }: ChosenQuery) {
  const [title = '', last = 0] = cursor ? decodeCursor(cursor, z.tuple([z.string(), cursorParts.id])) : [];
  const rest = cursor ? rows.filter((row) => compareTitled(row, { title, id: last }) > 0) : rows;
  const { shown, nextCursor } = cutPage(rest.toSorted(compareTitled), limit, (end) => [end.title, end.id]);
  return { ids: shown.map(({ id }) => id), total: rows.length, nextCursor };
}

function compareTitled(a: Titled, b: Titled): number {
  return compareTexts(a.title, b.title) || a.id - b.id;
}

export type Few<K extends ItemKind> = { query: ChosenQuery; states: States<K>; textsOf: (row: RowOf<K>) => string[] };

/** Of a kind with few items: its texts are searched here, for SQL cannot fold letters. */
export async function listFew<K extends ItemKind>(db: Db, kind: K, { query, states, textsOf }: Few<K>) {
  const living = withItemTables(db)
    .selectFrom(kind.name as string)
    .selectAll()
    .where('deletedAt', 'is', null);
  const conditions: Condition[] = query.state ? [states[query.state as keyof States<K>]] : [];
  const { search } = query;
  if (search) {
    const all = (await living.execute()) as RowOf<K>[];
    const found = all.filter((row) => textsOf(row).some((text) => holds(text, search)));
    conditions.push(sql`id in (${sql.join([0, ...found.map(({ id }) => id)])})`);
  }
  const { ids, ...page } = await listChosen(db, kind, { query, conditions, newest: ['created_at'] });
  const rows = ids.length > 0 ? await living.where('id', 'in', ids).execute() : [];
  return { ...page, rows: inOrderOf(ids, rows as RowOf<K>[]) };
}

/** Rows that were read by their ids, in the order of these. */
export function inOrderOf<Row extends { id: number }>(ids: number[], rows: Row[]): Row[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => rowOf.get(id) ?? []);
}

function orderOf(sort: Exclude<Sort, 'title'>, newest: readonly string[]) {
  const { id, instant } = cursorParts;
  if (sort === 'changed') return { keys: ['updated_at'], isDown: true, cursor: z.tuple([instant, id]) };
  const cursor = newest.length === 2 ? z.tuple([instant, instant, id]) : z.tuple([instant, id]);
  return { keys: [...newest], isDown: sort === 'newest', cursor };
}
