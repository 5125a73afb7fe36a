/**
 * Finds rows whose text contains each word of a search, ignoring case and diacritics, by an index of all groups of three
 * characters: only rows that may contain it are read. See docs/decisions/0008-search.md.
 */
import { type RawBuilder, sql } from 'kysely';
import { wordsToFind } from '#shared/fold-text.ts';
import { type Db, isPostgres } from '../db.ts';

type Index = { table: string; id: string; text: string };

const groupLength = 3;
/** Of two characters, each stands for many groups, which SQLite reads while everything else waits. */
const mostWords = 8;

/** Separates the single characters that are appended to each text. */
export const mark = '\u001f';

/** The searched columns of each table: its title and one more text. */
export const searchIndexes = {
  articles: { table: 'article', id: 'articles.id', text: 'contentText' },
  events: { table: 'event', id: 'events.id', text: 'description' },
} as const satisfies Record<string, Index>;

/**
 * Looks the first eight words up once and returns the condition that a row of the index's table contains them all, for as many
 * queries as need it. Every character but white space is literal.
 */
export async function searchCondition(db: Db, search: string, { table, id }: Index): Promise<RawBuilder<boolean>> {
  const find = isPostgres(db) ? idsOnPostgres : idsOnSqlite;
  const words = wordsToFind(search).slice(0, mostWords);
  const { rows } = await find(words.filter(isOutside(words)), table).execute(db);
  const ids = rows[0]?.ids ?? null;
  if (isPostgres(db)) return sql<boolean>`${sql.ref(id)} = any(${ids}::bigint[])`;
  // `+` keeps SQLite in the order of the list, so that a page ends with its last row.
  return sql<boolean>`+${sql.ref(id)} in (select value from json_each(${ids}))`;
}

/** Not in another of the words, which is enough to look for. */
function isOutside(words: string[]) {
  return (word: string) => !words.some((other) => other !== word && other.includes(word));
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

function idsOnSqlite(words: string[], table: string): Ids {
  const texts = sql.table(`${table}_search`);
  // One condition for all of them: SQLite hands an index at most 16.
  const wanted = sql.join(
    words.map((word) => sql`'(' || ${matchOf(word, table)} || ')'`),
    sql` || ' AND ' || `,
  );
  return sql`select json_group_array(rowid) as ids from ${texts} where ${texts} match ${wanted}`;
}

function matchOf(word: string, table: string): RawBuilder<unknown> {
  const { length } = Array.from(word);
  if (length === 2) return groupsThatBeginWith(word, table);
  return sql`${phrase(length === 1 ? `${mark}${word}${mark}` : word)}`;
}

/** For FTS5: any of the groups that its index knows and that begin with these characters, which are folded. */
function groupsThatBeginWith(search: string, table: string): RawBuilder<string> {
  return sql<string>`(
    select coalesce(group_concat('"' || replace(term, '"', '""') || '"', ' OR '), '""')
    from ${sql.table(`${table}_grams`)} where term between ${search} and ${`${search}\u{10ffff}`})`;
}

/** The words are folded. Groups have no order: a longer word is also compared byte by byte. */
function idsOnPostgres(words: string[], table: string): Ids {
  const longer = words.filter((word) => Array.from(word).length > groupLength);
  const compared = longer.map((word) => sql`and strpos(text collate "C", ${word}) > 0`);
  return sql`
    select array_agg(${sql.ref(`${table}_id`)})::text as ids from ${sql.table(`${table}_search`)}
    where search_grams(text) @> ${words.flatMap(groupsOf)}::text[] ${sql.join(compared, sql` `)}`;
}
