/**
 * Brings the tables up to date with db/migrations: plain numbered SQL files, never edited once applied. Each runs in a
 * transaction of its own under a lock, so that processes that start together apply it once.
 */
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { DatabaseError } from './database-error.ts';
import {
  type Applied,
  countingFromBaseline,
  findNextMigration,
  type Migration,
  migrationsFolder,
  readMigrations,
} from './migrations.ts';

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

/** Applies one migration; false when there was none left to apply. */
function applyNextToSqlite(database: DatabaseSync, migrations: Migration[]): boolean {
  database.exec('BEGIN IMMEDIATE');
  try {
    database.exec(`CREATE TABLE IF NOT EXISTS migrations (${tableColumns}) STRICT`);
    const note = ({ number, name, checksum }: Applied) =>
      database
        .prepare('INSERT INTO migrations (number, name, checksum, applied_at) VALUES (?, ?, ?, ?)')
        .run(number, name, checksum, new Date().toISOString());
    const had = database.prepare('SELECT number, name, checksum FROM migrations ORDER BY number').all() as Applied[];
    const applied = countingFromBaseline(migrations, had);
    const next = findNextMigration(migrations, applied);
    if (applied !== had) {
      database.exec('DELETE FROM migrations');
      applied.forEach(note);
    }
    if (next) {
      database.exec(next.sql);
      if (database.prepare('PRAGMA foreign_key_check').all().length > 0)
        throw new DatabaseError(`Migration ${next.name} would leave rows that point to nothing.`);
      note(next);
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
  const note = ({ number, name, checksum }: Applied) =>
    client.query('INSERT INTO migrations (number, name, checksum, applied_at) VALUES ($1, $2, $3, $4)', [
      number,
      name,
      checksum,
      new Date().toISOString(),
    ]);
  const { rows: had } = await client.query<Applied>('SELECT number, name, checksum FROM migrations ORDER BY number');
  const applied = countingFromBaseline(migrations, had);
  const next = findNextMigration(migrations, applied);
  if (applied !== had) {
    await client.query('DELETE FROM migrations');
    for (const migration of applied) await note(migration);
  }
  if (!next) return false;
  // Waits for the snapshots that are being read: each would lock table after table, as a migration does.
  await client.query('LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE');
  await client.query(next.sql);
  await note(next);
  return true;
}
