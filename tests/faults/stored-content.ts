/** Everything that a site has stored, by the place where it lies: the rows of each table, the files of the store. */
import { sql } from 'kysely';
import type { AppContext } from '#platform/context.ts';
import { type Db, isPostgres } from '#platform/db/db.ts';

export type Content = Map<string, string>;

export async function contentOf({ db, store }: Pick<AppContext, 'db' | 'store'>): Promise<Content> {
  const content = isPostgres(db) ? await rowsOnPostgres(db) : await rowsOnSqlite(db);
  const files = await Array.fromAsync(store.list(), ({ path }) => path);
  return content.set('files', JSON.stringify(files.sort()));
}

/** The places whose content differs. */
export function changedPlaces(before: Content, after: Content): string[] {
  return [...after.keys()].filter((place) => after.get(place) !== before.get(place)).sort();
}

async function rowsOnSqlite(db: Db): Promise<Content> {
  const { rows: tables } = await sql<{ name: string }>`SELECT name FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`.execute(db);
  const content: Content = new Map();
  for (const { name } of tables) {
    const { rows } = await sql`SELECT * FROM ${sql.table(name)}`.execute(db);
    content.set(
      name,
      rows
        .map((row) => JSON.stringify(row))
        .sort()
        .join('\n'),
    );
  }
  return content;
}

/** In one question: there are many faults. */
async function rowsOnPostgres(db: Db): Promise<Content> {
  const { rows: tables } = await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables
    WHERE schemaname = 'public'`.execute(db);
  const each = tables.map(
    ({ name }) =>
      sql`SELECT ${sql.lit(name)} AS name, string_agg(t::text, E'\n' ORDER BY t::text) AS text FROM ${sql.table(name)} t`,
  );
  const { rows } = await sql<{ name: string; text: string | null }>`${sql.join(each, sql` UNION ALL `)}`.execute(db);
  return new Map(rows.map(({ name, text }) => [name, text ?? '']));
}
