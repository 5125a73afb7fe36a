/** Gives the site that the journeys of a worker share back as new, which is much sooner than starting another. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { patient } from './patience.ts';
import type { Site } from './site.ts';

/** What the running site knows by heart, and what triggers keep. */
const kept = ['migrations', 'secrets', 'content_version'];

/** The running site as its first start left it, and as it was when this was first called. */
export function emptied(site: Site): Site {
  const database = new DatabaseSync(join(site.dataDir, 'site.db'), {
    timeout: patient(10_000),
    enableForeignKeyConstraints: false,
  });
  try {
    const first = join(site.dataDir, 'first.db');
    if (existsSync(first)) restore(database, first);
    else database.prepare('VACUUM INTO ?').run(first);
  } finally {
    database.close();
  }
  for (const name of readdirSync(site.dataDir))
    if (!/\.db(-\w+)?$/.test(name)) rmSync(join(site.dataDir, name), { recursive: true, force: true });
  return site;
}

function restore(database: DatabaseSync, from: string): void {
  database.prepare('ATTACH ? AS first').run(from);
  const tables = database
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !kept.includes(name) && !name.startsWith('sqlite_'));
  database.exec('BEGIN IMMEDIATE');
  // The last of them holds the next ids, which filling a table changes.
  for (const table of [...tables, 'sqlite_sequence'])
    database.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM first.${table}`);
  database.exec('COMMIT');
}
