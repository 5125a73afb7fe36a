/** Looks through all that a site keeps: what was erased must not be in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { isPostgres } from '#platform/db/db.ts';
import { parseMail } from '#platform/mail/read-own-mail.ts';
import type { TestApp } from './test-app.ts';

/**
 * The tables and files that hold `pattern`: every row of every table, every file of the data folder. On SQLite the
 * database's own file and its log are among them.
 */
export async function placesWith({ db, context }: Pick<TestApp, 'db' | 'context'>, pattern: RegExp): Promise<string[]> {
  const places: string[] = [];
  for (const table of await tablesOf(db)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
    if (pattern.test(JSON.stringify(rows))) places.push(table);
  }
  const files = readdirSync(context.config.dataDir, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of files.filter((entry) => entry.isFile())) {
    const bytes = readFileSync(join(parentPath, name));
    const { html, text } = await parseMail(name.endsWith('.eml') ? bytes : Buffer.of());
    if ([name, bytes.toString('latin1'), html, text].some((part) => pattern.test(part))) places.push(name);
  }
  return places;
}

/** Without the search index of SQLite, which holds no words; its bytes are in the file. */
async function tablesOf(db: TestApp['db']): Promise<string[]> {
  const query = isPostgres(db)
    ? sql<Named>`select table_name as name from information_schema.tables where table_schema = 'public'`
    : sql<Named>`select name from pragma_table_list where schema = 'main' and type = 'table'`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

type Named = { name: string };
