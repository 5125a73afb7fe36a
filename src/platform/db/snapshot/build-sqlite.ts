/** Makes a new SQLite file out of the rows of a snapshot, at the level of migrations that they had, and brings it up to date. */
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseError } from '../database-error.ts';
import { migrateSqlite } from '../migrate.ts';
import { openSqlite } from '../sqlite.ts';
import { listTablesToCopy, quoted } from './sqlite-snapshot.ts';

export type FilledTable = { name: string; columns: string[]; lastId: number | null; rows: number };
type Source = {
  migration: { number: number };
  tables: FilledTable[];
  /** Each row as an object by the names of its columns. */
  rowsOf: (table: string) => AsyncIterable<unknown>;
};

/**
 * Writes `site.db`, without a WAL, into a folder that has none.
 * @throws DatabaseError when the rows are incomplete or do not fit
 */
export async function buildSqlite(folder: string, { migration, tables, rowsOf }: Source): Promise<void> {
  const database = await openSqlite(folder, 'relaxed');
  try {
    migrateSqlite(database, { upTo: migration.number });
    database.exec('PRAGMA foreign_keys = OFF');
    database.exec('BEGIN IMMEDIATE');
    refuseOthers(database, tables);
    // Rows of a migration's own making.
    for (const { name } of tables) database.exec(`DELETE FROM ${quoted(name)}`);
    for (const table of tables) await fillTable(database, table, rowsOf(table.name));
    if (database.prepare('PRAGMA foreign_key_check').all().length > 0)
      throw new DatabaseError('Some of its rows point to rows that it does not hold.');
    database.exec('COMMIT; PRAGMA foreign_keys = ON');
    migrateSqlite(database);
    database.exec('PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

function refuseOthers(database: DatabaseSync, tables: FilledTable[]): void {
  const names = tables.map(({ name }) => name);
  const known = listTablesToCopy(database);
  const unlike = [...names.filter((name) => !known.includes(name)), ...known.filter((name) => !names.includes(name))];
  if (unlike.length > 0) throw new DatabaseError(`Its tables are not those of a site: ${unlike.join(', ')}.`);
}

async function fillTable(database: DatabaseSync, table: FilledTable, rows: AsyncIterable<unknown>): Promise<void> {
  const { name, columns, lastId } = table;
  const list = columns.map(quoted).join(', ');
  const statement = database.prepare(
    `INSERT INTO ${quoted(name)} (${list}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  let count = 0;
  for await (const row of rows) {
    const values = (row ?? {}) as Record<string, unknown>;
    statement.run(...columns.map((column) => toSqlite(values[column])));
    count++;
  }
  if (count !== table.rows) throw new DatabaseError(`It holds ${count} rows of ${name} in place of ${table.rows}.`);
  if (lastId === null) return;
  database.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name);
  database.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, BigInt(lastId));
}

function toSqlite(value: unknown): string | bigint | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  throw new DatabaseError('It holds a row with a value that is missing or of another kind.');
}
