/**
 * Finds the pictures that the database mentions: in an item, the bin, a revision, a setting, a newsletter. It searches new
 * tables by default, so that no picture is lost because somebody forgot this file.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Db, isPostgres } from '#platform/db/db.ts';

/** Tables whose texts never mention a picture. */
const withoutPictures = [
  'administrators',
  'audit',
  'authenticator_apps',
  'backup_runs',
  'confirmations',
  'erased_addresses',
  'kinds',
  'known_networks',
  'mails',
  'migrations',
  'passkeys',
  'recovery_codes',
  'secrets',
  'erasing_clock',
  'health_alerts',
  'sessions',
  'subscribers',
  'throttles',
  'uploads',
  // Copies of other columns.
  'article_search',
  'event_search',
];

const rowsAtOnce = 100;

/** The start of every file name in the store: milliseconds and 64 random bits, as `storePicture` makes it. */
export const pictureName = /\b\d{13}-[0-9a-f]{16}\b/;

/** The names in all texts, without folder and extension. */
export async function mentionedPictures(db: Db): Promise<Set<string>> {
  const names = new Set<string>();
  for (const { table, column } of await textColumns(db)) {
    const search = isPostgres(db) ? searchPostgres : searchSqlite;
    for await (const name of search(db, sql.raw(`"${table}"`), sql.raw(`"${column}"`))) names.add(name);
  }
  return names;
}

export function pictureNames(texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(new RegExp(pictureName, 'g')) ?? []))];
}

/** The given names that any text still mentions. For a few names the database searches faster than we read all texts. */
export async function stillMentioned(db: Db, names: string[]): Promise<Set<string>> {
  const place = sql.raw(isPostgres(db) ? 'strpos' : 'instr');
  const found = new Set<string>();
  for (const { table, column } of await textColumns(db)) {
    const text = isPostgres(db) ? sql`${sql.ref(column)}::text` : sql.ref(column);
    const holds = names.map((name) => sql`${place}(${text}, ${name}) > 0`);
    const { rows } = await sql<{ content: string }>`
      SELECT ${text} AS content FROM ${sql.table(table)} WHERE ${sql.join(holds, sql` OR `)}`.execute(db);
    for (const name of pictureNames(rows.map(({ content }) => content))) found.add(name);
  }
  return found;
}

type Place = { table: string; column: string };

async function textColumns(db: Db): Promise<Place[]> {
  const query = isPostgres(db)
    ? sql<Place>`
        SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
        WHERE table_schema = current_schema() AND data_type IN ('text', 'character varying', 'json', 'jsonb')`
    : sql<Place>`
        SELECT master.name AS "table", info.name AS "column"
        FROM sqlite_master AS master JOIN pragma_table_info(master.name) AS info
        WHERE master.type = 'table' AND lower(info.type) = 'text'`;
  const { rows } = await query.execute(db);
  return rows.filter(({ table }) => !withoutPictures.includes(table));
}

type Search = (db: Db, table: RawBuilder<unknown>, column: RawBuilder<unknown>) => AsyncGenerator<string>;

const searchPostgres: Search = async function* (db, table, column) {
  const pattern = pictureName.source.replaceAll('\\b', '\\y');
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT (regexp_matches(${column}::text, ${pattern}, 'g'))[1] AS name FROM ${table}`.execute(db);
  for (const { name } of rows) yield name;
};

/** SQLite has no regular expressions: this reads the texts, some rows at a time. */
const searchSqlite: Search = async function* (db, table, column) {
  const anywhere = new RegExp(pictureName, 'g');
  for (let last = -1; ; ) {
    const { rows } = await sql<{ place: number; content: string | null }>`
      SELECT rowid AS place, ${column} AS content FROM ${table} WHERE rowid > ${last} ORDER BY rowid LIMIT ${rowsAtOnce}`.execute(
      db,
    );
    for (const { content } of rows) for (const [name] of content?.matchAll(anywhere) ?? []) yield name;
    const end = rows.at(-1);
    if (!end || rows.length < rowsAtOnce) return;
    last = end.place;
  }
};
