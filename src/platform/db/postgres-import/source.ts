/** The SQLite side of an import: opens the site's file exclusively and reads its rows as plain text. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { DatabaseError } from '../database-error.ts';
import { hasDatabaseFile, openAlone } from '../database-file.ts';
import { type Applied, firstMissing } from '../migrate.ts';
import type { Row, Table } from './copy.ts';

export type Source = {
  tables: Pick<Table, 'name' | 'columns' | 'key'>[];
  rows(table: Table): Generator<Row>;
  /** The highest number that the table has ever given, also to a row that is gone; null where it gives none. */
  lastId(table: Table): string | null;
  close(): void;
};

/**
 * Opens `site.db` in the folder alone, and keeps others out until it is closed.
 * @throws DatabaseError when there is none, when the site runs, or when its tables are not those of this program
 */
export function openSource(dataDir: string): Source {
  if (!hasDatabaseFile(dataDir))
    throw new DatabaseError(`There is no site in ${dataDir}. Set DATA_DIR as the site has it.`);
  const database = openAlone(dataDir, 'move');
  try {
    refuseOtherLevel(database);
    const tables = readTables(database);
    return {
      tables,
      *rows({ name, columns, key }) {
        const list = columns.map(({ name: column }) => quoted(column)).join(', ');
        const statement = database.prepare(
          `SELECT ${list} FROM ${quoted(name)} ORDER BY ${key.map(quoted).join(', ')}`,
        );
        statement.setReadBigInts(true);
        for (const row of statement.iterate())
          yield columns.map(({ name: column, type }) => toText(row[column] ?? null, type));
      },
      lastId({ name }) {
        const row = database.prepare('SELECT CAST(seq AS text) AS seq FROM sqlite_sequence WHERE name = ?').get(name);
        return (row?.seq as string | undefined) ?? null;
      },
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function refuseOtherLevel(database: DatabaseSync): void {
  const isSite = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'").get();
  const applied = isSite ? database.prepare('SELECT number, name, checksum FROM migrations ORDER BY number').all() : [];
  const missing = firstMissing('sqlite', applied as Applied[]);
  if (missing)
    throw new DatabaseError(
      `The database in DATA_DIR is older than this program: it has not had migration ${missing}. Start this version of the site on it once, stop it, then move.`,
    );
}

/** Without what SQLite keeps for itself, such as an index for searches and what waits for it. */
function readTables(database: DatabaseSync): Source['tables'] {
  const names = database
    .prepare(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT IN ('migrations', 'article_search_queue')
       ORDER BY name`,
    )
    .all()
    .map(({ name }) => name as string);
  return names.map((name) => {
    const columns = database.prepare('SELECT name, pk FROM pragma_table_info(?)').all(name) as {
      name: string;
      pk: number;
    }[];
    const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
    return {
      name,
      columns: columns.map((column) => ({ name: column.name, type: '' })),
      key: (key.length > 0 ? key : columns).map((column) => column.name),
    };
  });
}

function toText(value: SQLOutputValue, type: string): string | null {
  if (value === null) return null;
  if (type === 'boolean') return value === 1n ? 'true' : 'false';
  return String(value);
}

function quoted(name: string): string {
  return `"${name}"`;
}
