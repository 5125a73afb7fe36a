/** A snapshot of the SQLite file: a read transaction on a connection of its own. It blocks its thread while it reads. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { DatabaseError, reasonOf } from '../database-error.ts';
import { hasDatabaseFile, openDatabaseFile } from '../database-file.ts';
import { leftOut } from './excluded-tables.ts';
import type { Snapshot, SnapshotTable, Value } from './snapshot.ts';

const waitMilliseconds = 10_000;

export async function openSqliteSnapshot(dataDir: string): Promise<Snapshot | null> {
  if (!hasDatabaseFile(dataDir)) return null;
  const database = openDatabaseFile(dataDir, { timeout: waitMilliseconds });
  try {
    database.exec('PRAGMA query_only = ON; BEGIN');
    const migration = lastMigration(database);
    if (migration) return { ...snapshotOf(database), migration };
    database.close();
    return null;
  } catch (error) {
    database.close();
    throw new DatabaseError(`The database in ${dataDir} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

function snapshotOf(database: DatabaseSync): Omit<Snapshot, 'migration'> {
  const size = database
    .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
    .get();
  return {
    engine: 'sqlite',
    bytes: size?.bytes as number,
    tables: listTablesToCopy(database).map((name) => describe(database, name)),
    async *rows({ name, columns, key }) {
      const list = columns.map(quoted).join(', ');
      const order = key.map(quoted).join(', ');
      const statement = database.prepare(`SELECT ${list} FROM ${quoted(name)} ORDER BY ${order}`);
      statement.setReturnArrays(true);
      const isBoolean = columns.map((column) => /^(is|has)_/.test(column));
      for (const row of statement.iterate()) {
        const values = row as unknown as SQLOutputValue[];
        yield values.map((value, at) => toValue(value, isBoolean[at] === true));
      }
    },
    close: async () => database.close(),
  };
}

/** Undefined in a file without a site. */
function lastMigration(database: DatabaseSync): { number: number; name: string } | undefined {
  const isSite = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'").get();
  if (!isSite) return undefined;
  const row = database.prepare('SELECT number, name FROM migrations ORDER BY number DESC LIMIT 1').get();
  return row as { number: number; name: string } | undefined;
}

/** Without SQLite's internal tables, such as those of a search index. */
export function listTablesToCopy(database: DatabaseSync): string[] {
  return database
    .prepare(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`,
    )
    .all()
    .map(({ name }) => name as string)
    .filter((name) => !leftOut.includes(name));
}

function describe(database: DatabaseSync, name: string): SnapshotTable {
  const columns = database.prepare('SELECT name, pk FROM pragma_table_info(?)').all(name) as {
    name: string;
    pk: number;
  }[];
  const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
  const sequence = database.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(name);
  return {
    name,
    columns: columns.map((column) => column.name),
    key: (key.length > 0 ? key : columns).map((column) => column.name),
    lastId: (sequence?.seq as number | undefined) ?? null,
  };
}

function toValue(value: SQLOutputValue, isBoolean: boolean): Value {
  if (isBoolean && value !== null) return value === 1;
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new DatabaseError('The database holds a value that is neither text nor a whole number.');
}

/** As a name in SQL. */
export function quoted(name: string): string {
  return `"${name}"`;
}
