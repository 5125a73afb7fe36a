/** Opens the site's database for looking at it from another process: it writes nothing, and applies no migration. */
import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { DatabaseError, outageOf, reasonOf } from '../database-error.ts';
import { databaseFilePath, hasDatabaseFile, openWithoutWriting } from '../database-file.ts';
import type { Db } from '../db.ts';
import { names } from '../query-compilers.ts';
import { sqliteDialect } from '../sqlite.ts';
import type { Tables } from '../tables.ts';

export type Inspection = {
  db: Db;
  /** The first damage of the file, or null. Always null on PostgreSQL, which checks its own files. */
  findDamage(): string | null;
  close(): Promise<void>;
};

/** @throws DatabaseError with a sentence for the operator */
export async function openForInspection(settings: {
  databaseUrl?: string | undefined;
  dataDir: string;
}): Promise<Inspection> {
  const { databaseUrl, dataDir } = settings;
  return databaseUrl ? readPostgres(databaseUrl) : readSqlite(dataDir);
}

function readSqlite(dataDir: string): Inspection {
  if (!hasDatabaseFile(dataDir))
    throw new DatabaseError(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to what the site uses.`);
  const database = openFile(dataDir);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(database) });
  const close = async () => {
    await db.destroy();
    if (database.isOpen) database.close();
  };
  return { db, findDamage: () => firstProblem(database), close };
}

function openFile(dataDir: string): DatabaseSync {
  const file = databaseFilePath(dataDir);
  const wal = statSync(`${file}-wal`, { throwIfNoEntry: false });
  const isShared = existsSync(`${file}-shm`) && wal !== undefined;
  if (!isShared && wal && wal.size > 0)
    throw new DatabaseError('The log site.db-wal has not been merged into site.db yet. Start the site: it does that.');
  try {
    return openWithoutWriting(dataDir, isShared ? 'readonly_shm' : 'immutable');
  } catch (error) {
    throw new DatabaseError(`The database in ${dataDir} cannot be opened: ${reasonOf(error)}`, { cause: error });
  }
}

/** The first problem of an open SQLite file, or null. */
function firstProblem(database: DatabaseSync): string | null {
  try {
    const [row] = database.prepare('PRAGMA quick_check(1)').all();
    const problem = String(Object.values(row ?? {})[0]);
    return problem === 'ok' ? null : problem;
  } catch (error) {
    // Too damaged to be checked.
    if (outageOf(error) === 'database_damaged') return (error as Error).message;
    throw error;
  }
}

async function readPostgres(databaseUrl: string): Promise<Inspection> {
  const { connectPostgresClient, openPool, postgresDialect } = await import('../postgres.ts');
  await (await connectPostgresClient(databaseUrl)).end();
  const pool = openPool(databaseUrl, { max: 1, idleTimeoutMillis: 0 });
  const db = new Kysely<Tables>({ dialect: postgresDialect(pool), plugins: [names] });
  await sql`SET default_transaction_read_only = on`.execute(db);
  return { db, findDamage: () => null, close: () => db.destroy() };
}
