/**
 * Finds rows whose text contains a term, ignoring case and diacritics, by an index of all groups of three
 * characters: only rows that may contain it are read. See docs/decisions/0008-search.md.
 */
import { type RawBuilder, sql } from 'kysely';
import { foldForSearch } from '#shared/fold-text.ts';
import { type Db, isPostgres } from '../db.ts';

type Index = { table: string; id: string; text: string };

const groupLength = 3;

/** Separates the single characters that are appended to each text. */
export const mark = '\u001f';

/** The searched columns of each table: its title and one more text. */
export const searchIndexes = {
  articles: { table: 'article', id: 'articles.id', text: 'contentText' },
  events: { table: 'event', id: 'events.id', text: 'description' },
} as const satisfies Record<string, Index>;

/**
 * Looks the term up once and returns the condition that a row of the index's table contains it, for as many queries as need
 * it. Every character of `search` is literal.
 */
export async function searchCondition(db: Db, search: string, { table, id }: Index): Promise<RawBuilder<boolean>> {
  const find = isPostgres(db) ? idsOnPostgres : idsOnSqlite;
  const { rows } = await find(foldForSearch(search), table).execute(db);
  const ids = rows[0]?.ids ?? null;
  if (isPostgres(db)) return sql<boolean>`${sql.ref(id)} = any(${ids}::bigint[])`;
  // `+` keeps SQLite in the order of the list, so that a page ends with its last row.
  return sql<boolean>`+${sql.ref(id)} in (select value from json_each(${ids}))`;
}

/** The term as a phrase of FTS5. */
function phrase(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** The groups of characters in any text that contains the term; a short term is itself a group. */
function groupsOf(term: string): string[] {
  const characters = Array.from(term);
  if (characters.length <= groupLength) return [term];
  return [
    ...new Set(characters.slice(groupLength - 1).map((_, at) => characters.slice(at, at + groupLength).join(''))),
  ];
}

/** All of them in one text, which is read in a fraction of the time of as many rows. */
type Ids = RawBuilder<{ ids: string | null }>;

function idsOnSqlite(search: string, table: string): Ids {
  const texts = sql.table(`${table}_search`);
  const { length } = Array.from(search);
  const alone = `${mark}${search}${mark}`;
  const wanted = length === 2 ? groupsThatBeginWith(search, table) : sql`${phrase(length === 1 ? alone : search)}`;
  return sql`select json_group_array(rowid) as ids from ${texts} where ${texts} match ${wanted}`;
}

/** For FTS5: any of the groups that its index knows and that begin with these characters, which are folded. */
function groupsThatBeginWith(search: string, table: string): RawBuilder<string> {
  return sql<string>`(
    select coalesce(group_concat('"' || replace(term, '"', '""') || '"', ' OR '), '""')
    from ${sql.table(`${table}_grams`)} where term between ${search} and ${`${search}\u{10ffff}`})`;
}

/** `term` is folded. Groups have no order: a longer term is also compared byte by byte. */
function idsOnPostgres(term: string, table: string): Ids {
  const isLonger = Array.from(term).length > groupLength;
  return sql`
    select array_agg(${sql.ref(`${table}_id`)})::text as ids from ${sql.table(`${table}_search`)}
    where search_grams(text) @> ${groupsOf(term)}::text[] ${isLonger ? sql`and strpos(text collate "C", ${term}) > 0` : sql``}`;
}
