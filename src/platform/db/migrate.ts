/**
 * Brings the tables up to date with db/migrations: plain numbered SQL files, never edited once applied. Each runs in a
 * transaction of its own under a lock, so that processes that start together apply it once.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { sha256 } from '#platform/tokens.ts';
import { DatabaseError } from './database-error.ts';

type Migration = { number: number; name: string; checksum: string; sql: string };
export type Applied = { number: number; name: string; checksum: string };

const migrationsFolder = fileURLToPath(new URL('../../../db/migrations/', import.meta.url));

/** Any number, the same in every process of the site. */
export const lockNumber = 7_104_202_611;

const tableColumns = 'number integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at text NOT NULL';

/** `upTo`: the number of the last migration to apply. */
export function migrateSqlite(
  database: DatabaseSync,
  { folder = join(migrationsFolder, 'sqlite'), upTo = Infinity }: { folder?: string; upTo?: number } = {},
): void {
  const migrations = readMigrations(folder).filter(({ number }) => number <= upTo);
  // Rebuilding a table needs foreign keys off; the check at the end of each migration makes up for it.
  database.exec('PRAGMA foreign_keys = OFF');
  try {
    while (applyNextToSqlite(database, migrations));
  } finally {
    database.exec('PRAGMA foreign_keys = ON');
  }
}

export async function migratePostgres(
  client: pg.Client,
  folder: string = join(migrationsFolder, 'postgres'),
): Promise<void> {
  const migrations = readMigrations(folder);
  while (await applyNextAlone(client, migrations));
}

/** In a database without tables, as a part of the caller's transaction. */
export async function createPostgresTables(client: pg.Client): Promise<void> {
  const migrations = readMigrations(join(migrationsFolder, 'postgres'));
  while (await applyNextToPostgres(client, migrations));
}

/**
 * The first migration that a database with these has not had yet; undefined when it is up to date.
 * @throws DatabaseError when it has had one that this program does not know
 */
export function firstMissing(engine: 'sqlite' | 'postgres', applied: Applied[]): string | undefined {
  return nextMigration(readMigrations(join(migrationsFolder, engine)), applied)?.name;
}

/** The names of all migrations, in their order. */
export function migrationNames(engine: 'sqlite' | 'postgres'): string[] {
  return readMigrations(join(migrationsFolder, engine)).map(({ name }) => name);
}

/** Applies one migration; false when there was none left to apply. */
function applyNextToSqlite(database: DatabaseSync, migrations: Migration[]): boolean {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(`CREATE TABLE IF NOT EXISTS migrations (${tableColumns}) STRICT`);
    const applied = database.prepare('SELECT number, name, checksum FROM migrations ORDER BY number').all();
    const next = nextMigration(migrations, applied as Applied[]);
    if (next) {
      database.exec(next.sql);
      if (database.prepare('PRAGMA foreign_key_check').all().length > 0)
        throw new DatabaseError(`Migration ${next.name} would leave rows that point to nothing.`);
      database
        .prepare('INSERT INTO migrations (number, name, checksum, applied_at) VALUES (?, ?, ?, ?)')
        .run(next.number, next.name, next.checksum, new Date().toISOString());
    }
    database.exec('COMMIT');
    return next !== undefined;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

async function applyNextAlone(client: pg.Client, migrations: Migration[]): Promise<boolean> {
  await client.query('BEGIN');
  try {
    const wasOne = await applyNextToPostgres(client, migrations);
    await client.query('COMMIT');
    return wasOne;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function applyNextToPostgres(client: pg.Client, migrations: Migration[]): Promise<boolean> {
  await client.query('SET LOCAL statement_timeout = 0');
  // Held until the transaction ends, also behind a connection pooler.
  await client.query('SELECT pg_advisory_xact_lock($1)', [lockNumber]);
  await client.query(`CREATE TABLE IF NOT EXISTS migrations (${tableColumns})`);
  const applied = await client.query<Applied>('SELECT number, name, checksum FROM migrations ORDER BY number');
  const next = nextMigration(migrations, applied.rows);
  if (!next) return false;
  // Waits for the snapshots that are being read: each would lock table after table, as a migration does.
  await client.query('LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE');
  await client.query(next.sql);
  await client.query('INSERT INTO migrations (number, name, checksum, applied_at) VALUES ($1, $2, $3, $4)', [
    next.number,
    next.name,
    next.checksum,
    new Date().toISOString(),
  ]);
  return true;
}

function nextMigration(migrations: Migration[], applied: Applied[]): Migration | undefined {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const row of applied) {
    const migration = known.get(row.number);
    if (!migration)
      throw new DatabaseError(
        `The database is newer than this program: its last migration is ${applied.at(-1)?.name}, the program's is ${migrations.at(-1)?.name}. Start the newer version of the site, or restore the backup that its first start has made.`,
      );
    if (migration.checksum !== row.checksum)
      throw new DatabaseError(
        `Migration ${row.name} was changed after it had been applied to this database. Put the file back as it was and write a new migration instead.`,
      );
  }
  const last = applied.at(-1)?.number ?? 0;
  return migrations.find((migration) => migration.number > last);
}

/** The migrations of a folder by number, which count up from 1 without a gap. */
function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((file, index) => {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1]);
    if (number !== index + 1) throw new DatabaseError(`Migration ${file} is not number ${index + 1} of ${folder}.`);
    // A checkout on Windows may have turned the line ends.
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
    return { number, name: file.replace(/\.sql$/, ''), checksum: sha256(sql), sql };
  });
}
