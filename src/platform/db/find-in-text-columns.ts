/** Searches all texts of the database, whatever its tables are. */
import { sql } from 'kysely';
import { type Db, isPostgres } from './db.ts';

/** As the database calls them. */
export type TextColumn = { table: string; column: string };

const rowsAtOnce = 100;

export async function listTextColumns(db: Db): Promise<TextColumn[]> {
  const query = isPostgres(db)
    ? sql<TextColumn>`
        SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
        WHERE table_schema = current_schema() AND data_type IN ('text', 'character varying', 'json', 'jsonb')`
    : sql<TextColumn>`
        SELECT master.name AS "table", info.name AS "column"
        FROM sqlite_master AS master JOIN pragma_table_info(master.name) AS info
        WHERE master.type = 'table' AND lower(info.type) = 'text'`;
  return (await query.execute(db)).rows;
}

export async function listTextsContaining(db: Db, { table, column }: TextColumn, words: string[]): Promise<string[]> {
  const place = sql.raw(isPostgres(db) ? 'strpos' : 'instr');
  const text = isPostgres(db) ? sql`${sql.ref(column)}::text` : sql.ref(column);
  const holds = words.map((word) => sql`${place}(${text}, ${word}) > 0`);
  const { rows } = await sql<{ content: string }>`
    SELECT ${text} AS content FROM ${sql.table(table)} WHERE ${sql.join(holds, sql` OR `)}`.execute(db);
  return rows.map(({ content }) => content);
}

/** All matches of the pattern in a column; SQLite may repeat one. */
export function findInTexts(db: Db, place: TextColumn, pattern: RegExp): AsyncGenerator<string> {
  return (isPostgres(db) ? findOnPostgres : findOnSqlite)(db, place, pattern);
}

async function* findOnPostgres(db: Db, { table, column }: TextColumn, pattern: RegExp): AsyncGenerator<string> {
  const source = pattern.source.replaceAll('\\b', '\\y');
  const { rows } = await sql<{ found: string }>`
    SELECT DISTINCT (regexp_matches(${sql.ref(column)}::text, ${source}, 'g'))[1] AS found
    FROM ${sql.table(table)}`.execute(db);
  for (const { found } of rows) yield found;
}

/** SQLite has no regular expressions: this reads the texts, some rows at a time. */
async function* findOnSqlite(db: Db, { table, column }: TextColumn, pattern: RegExp): AsyncGenerator<string> {
  const anywhere = new RegExp(pattern, 'g');
  for (let last = -1; ; ) {
    const { rows } = await sql<{ place: number; content: string | null }>`
      SELECT rowid AS place, ${sql.ref(column)} AS content FROM ${sql.table(table)}
      WHERE rowid > ${last} ORDER BY rowid LIMIT ${rowsAtOnce}`.execute(db);
    for (const { content } of rows) for (const [found] of content?.matchAll(anywhere) ?? []) yield found;
    const end = rows.at(-1);
    if (!end || rows.length < rowsAtOnce) return;
    last = end.place;
  }
}
