import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Engine, emptyPlace, everyEngine, freshDatabase } from '#tests/support/database.ts';
import { patient } from '#tests/support/patience.ts';
import { openMigratedDatabase } from './db.ts';
import { migratePostgres, migrateSqlite } from './migrate.ts';
import { connectPostgresClient } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

const run = promisify(execFile);

type Place = { dataDir: string; url: string | undefined };

/** Migrates the place with these files only, and answers the names that were applied. */
async function migrate(place: Place, files: Record<string, string>): Promise<string[]> {
  const folder = join(place.dataDir, 'migrations');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  if (place.url) {
    const client = await connectPostgresClient(place.url);
    try {
      await migratePostgres(client, folder);
      const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY number');
      return rows.map((row) => row.name);
    } finally {
      await client.end();
    }
  }
  const database = await openSqlite(place.dataDir);
  try {
    migrateSqlite(database, { folder });
    return database
      .prepare('SELECT name FROM migrations ORDER BY number')
      .all()
      .map((row) => String(row.name));
  } finally {
    database.close();
  }
}

type Row = Record<string, unknown>;

/** Times as the API writes them. */
async function rowsOf(place: Place, query: string): Promise<Row[]> {
  if (place.url) {
    const client = await connectPostgresClient(place.url);
    const { rows } = await client.query<Row>(query);
    await client.end();
    return JSON.parse(JSON.stringify(rows)) as Row[];
  }
  const database = await openSqlite(place.dataDir);
  const rows = database.prepare(query).all();
  database.close();
  return rows.map((row) => ({ ...row }));
}

async function tablesOf(place: Place): Promise<string[]> {
  const tables = place.url
    ? "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
    : "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1";
  return (await rowsOf(place, tables)).map((row) => String(row.name));
}

/** Opens the site's database in another process, at the given moment. */
function openElsewhere(place: Place, at: number) {
  const script = `
    import { setTimeout } from 'node:timers/promises';
    import { openMigratedDatabase } from '#platform/db/db.ts';
    await setTimeout(${at} - Date.now());
    const database = await openMigratedDatabase(${JSON.stringify({ databaseUrl: place.url, dataDir: join(place.dataDir, 'new') })});
    const now = new Date().toISOString();
    await database.db.insertInto('secrets').values({ name: String(process.pid), value: '', createdAt: now }).execute();
    await database.close();`;
  return run(process.execPath, ['--input-type=module', '-e', script]);
}

const one = { '0001_one.sql': 'CREATE TABLE one (id integer PRIMARY KEY);' };
const two = { ...one, '0002_two.sql': 'CREATE TABLE two (id integer);\nINSERT INTO two VALUES (1), (2);' };

describe.each(everyEngine)('%s', (engine: Engine) => {
  test('processes that open a new database at the same moment migrate it once', async () => {
    await using place = await emptyPlace(engine);
    const at = Date.now() + patient(1500);
    await Promise.all(Array.from({ length: 4 }, () => openElsewhere(place, at)));
    const database = await openMigratedDatabase({ databaseUrl: place.url, dataDir: join(place.dataDir, 'new') });
    const { rows } = await sql<{ name: string }>`select name from migrations order by number`.execute(database.db);
    const writers = await database.db.selectFrom('secrets').selectAll().execute();
    await database.close();
    const files = readdirSync(`db/migrations/${engine}`).sort();
    expect(rows.map((row) => `${row.name}.sql`)).toEqual(files);
    expect(writers).toHaveLength(4);
  });

  test('only missing migrations are applied', async () => {
    await using place = await emptyPlace(engine);
    expect(await migrate(place, one)).toEqual(['0001_one']);
    expect(await migrate(place, two)).toEqual(['0001_one', '0002_two']);
    expect(await migrate(place, two)).toEqual(['0001_one', '0002_two']);
  });

  test('line ends of another system do not count as an edit', async () => {
    await using place = await emptyPlace(engine);
    await migrate(place, two);
    const turned = Object.entries(two).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]);
    expect(await migrate(place, Object.fromEntries(turned))).toHaveLength(2);
  });

  test('an edited migration is refused in one sentence', async () => {
    await using place = await emptyPlace(engine);
    await migrate(place, one);
    await expect(migrate(place, { '0001_one.sql': `${one['0001_one.sql']} ` })).rejects.toThrow(
      'Migration 0001_one was changed after it had been applied to this database.',
    );
  });

  test('a database that is newer than the program is refused in one sentence', async () => {
    await using place = await emptyPlace(engine);
    await migrate(place, two);
    await expect(migrate(place, one)).rejects.toThrow('The database is newer than this program');
    const otherwise = { ...one, '0002_something_else.sql': 'CREATE TABLE other (id integer);' };
    await expect(migrate(place, otherwise)).rejects.toThrow('The database is newer than this program');
  });

  test('a baseline replaces the migrations before it, and requires all of them', async () => {
    await using place = await emptyPlace(engine);
    await migrate(place, two);
    const baseline = { '0002_baseline.sql': 'CREATE TABLE one (id integer);' };
    const later = { '0003_three.sql': 'CREATE TABLE three (id integer);' };
    expect(await migrate(place, { ...baseline, ...later })).toEqual(['0002_baseline', '0003_three']);
    expect(await tablesOf(place)).toEqual(expect.arrayContaining(['one', 'three', 'two']));
    await using older = await emptyPlace(engine);
    await migrate(older, one);
    await expect(migrate(older, baseline)).rejects.toThrow(
      'The database was made by a version before 0.2.0: its last migration is 0001_one. Start version 0.2.0 once, then this one.',
    );
    expect(await tablesOf(older)).not.toContain('two');
  });

  test('a failed migration leaves nothing', async () => {
    await using place = await emptyPlace(engine);
    const broken = { ...one, '0002_two.sql': 'CREATE TABLE two (id integer); CREATE TABLE two (id integer);' };
    await expect(migrate(place, broken)).rejects.toThrow(/two/);
    expect(await tablesOf(place)).toEqual(expect.arrayContaining(['migrations', 'one']));
    expect(await tablesOf(place)).not.toContain('two');
    expect(await migrate(place, two)).toHaveLength(2);
  });

  test('a gap in the numbers is refused', async () => {
    await using place = await emptyPlace(engine);
    await expect(migrate(place, { ...one, '0003_three.sql': '' })).rejects.toThrow('0003_three.sql is not number 2');
  });

  test('a migrated database can be opened again with its rows', async () => {
    await using first = await freshDatabase(engine);
    const row = { name: 'a', value: 'b', createdAt: '2026-11-21T05:00:00.123Z' };
    await first.db.insertInto('secrets').values(row).execute();
    const second = await openMigratedDatabase({ databaseUrl: first.url, dataDir: first.dataDir });
    expect(await second.db.selectFrom('secrets').selectAll().execute()).toEqual([row]);
    await second.close();
  });
});
