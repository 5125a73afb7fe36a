/** The one door to the database: SQLite in the data folder, or PostgreSQL when there is an address; same queries on both. */
import { Kysely, PostgresAdapter, sql } from 'kysely';
import { DatabaseError, isForeignDatabase, isInterrupted, reasonOf } from './database-error.ts';
import { isStuckReadOnly } from './database-file.ts';
import { migratePostgres, migrateSqlite } from './migrate.ts';
import type { Patience } from './postgres.ts';
import { names } from './query-compilers.ts';
import { type Durability, openSqlite, sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

export { DatabaseError, isUniqueViolation } from './database-error.ts';

/** The database, or a running transaction of it. */
export type Db = Kysely<Tables>;

export type Database = {
  db: Db;
  close(): Promise<void>;
  /** Opened while its disk was read-only or full: it stays read-only, and only a new handle can write. */
  isFrozen: boolean;
  /** Gives up the queries that wait for a server which does not answer. */
  cutOff: () => void;
};

/**
 * Opens the database and brings its tables up to date.
 * @throws DatabaseError with a sentence for the operator
 */
export async function openMigratedDatabase(
  settings: { databaseUrl?: string | undefined; dataDir: string },
  durability: Durability = 'full',
  patience: Patience = { forMs: 0, tell: () => {} },
): Promise<Database> {
  const { databaseUrl, dataDir } = settings;
  return databaseUrl ? openPostgresDatabase(databaseUrl, patience) : openSqliteDatabase(dataDir, durability);
}

/** Fails if nothing can be written; changes nothing. */
export async function tryToWrite(db: Db): Promise<void> {
  await sql`UPDATE content_version SET version = version`.execute(db);
}

/** Makes commits with relaxed durability survive a power cut. */
export async function flushCommitsToDisk(db: Db): Promise<void> {
  if (!isPostgres(db)) await sql`PRAGMA wal_checkpoint(PASSIVE)`.execute(db);
}

/** Removes erased data from SQLite's log too. While others read, a later call does it. */
export async function truncateDatabaseLog(db: Db): Promise<void> {
  if (!isPostgres(db)) await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
}

/** Erasing an account, which touches many tables, was once interrupted three times in a row among sixty calls. */
const mostRepeats = 5;

/**
 * Runs `work` in one transaction: all of it or nothing. Inside a running transaction it joins that one.
 * Use only the given `trx` within: on SQLite the outer `db` would wait forever. `work` changes nothing but the database: on
 * PostgreSQL it is run again when another transaction came in between.
 */
export async function transact<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  for (let left = mostRepeats; ; left -= 1)
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (left === 0 || !isInterrupted(error)) throw error;
    }
}

/** After a row with an id of its own: SQLite goes on after the largest by itself. */
export async function continueIdsAfter(trx: Db, table: string): Promise<void> {
  if (!isPostgres(trx)) return;
  const largest = sql`(SELECT max(id) FROM ${sql.table(table)})`;
  await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), ${largest})`.execute(trx);
}

export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

async function openSqliteDatabase(dataDir: string, durability: Durability): Promise<Database> {
  const database = await openSqlite(dataDir, durability);
  try {
    migrateSqlite(database);
  } catch (error) {
    database.close();
    throw error;
  }
  const db = new Kysely<Tables>({ dialect: sqliteDialect(database) });
  // Kysely closes only connections it has used, here and below.
  const close = async () => {
    await db.destroy();
    if (database.isOpen) database.close();
  };
  return { db, close, isFrozen: isStuckReadOnly(database), cutOff: () => {} };
}

async function openPostgresDatabase(databaseUrl: string, patience: Patience): Promise<Database> {
  // Loaded for those who use it.
  const { connectWhenReady, createConnectionCutter, openPool, postgresDialect } = await import('./postgres.ts');
  const client = await connectWhenReady(databaseUrl, patience);
  try {
    await migratePostgres(client);
  } catch (error) {
    throw isForeignDatabase(error)
      ? new DatabaseError(
          `The site cannot make its tables in the database of DATABASE_URL: ${reasonOf(error)}. It needs a new database that its user owns: docs/how-to/back-up-and-restore.md`,
          { cause: error },
        )
      : error;
  } finally {
    await client.end();
  }
  const pool = openPool(databaseUrl);
  const cutOff = createConnectionCutter(pool);
  const db = new Kysely<Tables>({ dialect: postgresDialect(pool), plugins: [names] });
  const close = async () => {
    if (pool.ending) return;
    await db.destroy();
    if (!pool.ending) await pool.end();
  };
  return { db, close, isFrozen: false, cutOff };
}
