/**
 * Kysely over Node's own SQLite: one connection per process, durable (WAL, fsync at every commit), safe beside other
 * processes on the same file. Columns arrive under their names in the code, those named is_… as booleans.
 */
import { hash } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { outageTodos } from '#shared/outage.ts';
import { DatabaseError, isBusy, outageOf, reasonOf } from './database-error.ts';
import {
  databaseFilePath,
  hasDatabaseFile,
  hasNoRoom,
  isFolderUnwritable,
  openDatabaseFileEvenReadOnly,
} from './database-file.ts';
import { names, SqliteCompiler } from './query-compilers.ts';
import { finishInterruptedSwap } from './snapshot/swap-in.ts';

const waitMilliseconds = 10_000;
const maxStatements = 250;

/**
 * `full`: a commit survives a power cut. `relaxed`: it survives the end of the process, and a power cut only after the next
 * checkpoint; many times as fast.
 */
export type Durability = 'full' | 'relaxed';

/**
 * Opens or creates `site.db` in the folder, readable by its owner only.
 * @throws DatabaseError when the folder or the file cannot be used
 */
export async function openSqlite(dataDir: string, durability: Durability = 'full'): Promise<DatabaseSync> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    await finishInterruptedSwap(dataDir);
    const isNew = !hasDatabaseFile(dataDir);
    const database = openDatabaseFileEvenReadOnly(dataDir, { timeout: waitMilliseconds });
    // While it is still empty; SQLite gives the same mode to the files beside it.
    if (isNew) chmodSync(databaseFilePath(dataDir), 0o600);
    return await withPragmas(database, durability);
  } catch (error) {
    const ofFolder = hasNoRoom(dataDir) ? `its disk is full. ${outageTodos.disk_full}` : 'its disk can only be read';
    const reason = isFolderUnwritable(dataDir) ? ofFolder : reasonOf(error) + hintOf(error);
    throw new DatabaseError(`The database in ${dataDir} cannot be opened: ${reason}`, { cause: error });
  }
}

function hintOf(error: unknown): string {
  const said = reasonOf(error);
  if (outageOf(error) === 'database_damaged') return `. ${outageTodos.database_damaged}`;
  if (/^(EEXIST|ENOTDIR)/.test(said)) return '. DATA_DIR must name a folder';
  if (/unable to open|readonly|^(EACCES|EPERM)/.test(said))
    return ': the folder and its files must belong to the user that the site runs as';
  return '';
}

export function sqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(database),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteCompiler(),
  };
}

/** Kysely itself hands out the one connection to one caller at a time (`supportsMultipleConnections` is false). */
class NodeSqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: NodeSqliteConnection;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#connection = new NodeSqliteConnection(database);
  }

  async init(): Promise<void> {
    // A wait inside SQLite would stop the whole process; `retryWhileBusy` waits outside.
    this.#database.exec('PRAGMA busy_timeout = 20');
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('BEGIN IMMEDIATE'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('COMMIT'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite has rolled back by itself after a full disk or an I/O error.
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('ROLLBACK'));
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#database.close();
  }
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements: LRUCache<string, Prepared>;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#statements = new LRUCache({ max: maxStatements, memoMethod: (sql) => prepare(database, sql) });
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const values = parameters.map(toSqlite);
    if (this.#database.isTransaction) return this.#run(sql, values);
    return retryWhileBusy(() => this.#run<R>(sql, values));
  }

  streamQuery(): never {
    throw new Error('No query is read as a stream');
  }

  #run<R>(sql: string, values: SQLInputValue[]): QueryResult<R> {
    const prepared = this.#statements.memo(sql);
    const { statement } = prepared;
    if (prepared.columns.length > 0) {
      const found = statement.all(...values) as unknown as SQLOutputValue[][];
      // Another process has brought a newer table.
      if (found[0] && found[0].length !== prepared.columns.length) prepared.columns = columnsOf(statement);
      const rows = found.map((row) => rowOf(prepared.columns, row) as R);
      return { rows, numAffectedRows: BigInt(rows.length) };
    }
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }
}

type Column = { name: string; isBoolean: boolean };
type Prepared = { statement: StatementSync; columns: Column[] };

/** Reads the columns once: that takes as long as running it. Rows as arrays take half the time of objects. */
function prepare(database: DatabaseSync, sql: string): Prepared {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return { statement, columns: columnsOf(statement) };
}

function columnsOf(statement: StatementSync): Column[] {
  return statement.columns().map(({ name }) => ({ name: names.inCode(name), isBoolean: /^(is|has)_/.test(name) }));
}

async function withPragmas(database: DatabaseSync, durability: Durability): Promise<DatabaseSync> {
  try {
    // Two processes that switch a new file to WAL: SQLite refuses one at once, whatever its timeout.
    await retryWhileBusy(() => database.exec('PRAGMA journal_mode = WAL'));
    database.exec(`PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}; PRAGMA foreign_keys = ON`);
    // Overwrites deleted content: erased people must not remain in the file.
    database.exec('PRAGMA secure_delete = ON');
    // Of text, as PostgreSQL's encode(sha256(…), 'hex').
    database.function('sha256_hex', { deterministic: true }, (text) => hash('sha256', String(text)));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Waits between attempts while another process holds the lock. */
async function retryWhileBusy<T>(attempt: () => T): Promise<T> {
  const deadline = Date.now() + waitMilliseconds;
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
    }
    await sleep(2 + Math.random() * 10);
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.toISOString();
  return value as SQLInputValue;
}

function rowOf(columns: Column[], values: SQLOutputValue[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let at = 0;
  for (const { name, isBoolean } of columns) {
    const value = values[at++];
    row[name] = isBoolean && value !== null ? Boolean(value) : value;
  }
  return row;
}
