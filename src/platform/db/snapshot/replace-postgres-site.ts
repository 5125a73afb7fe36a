/** Puts a site that was built in a folder in place of the one in PostgreSQL: all of it in one transaction, or nothing. */
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseError, reasonOf } from '../database-error.ts';
import { createPostgresTables, lockNumber } from '../migrate.ts';
import { applicationName, connectPostgresClient } from '../postgres.ts';
import type { SnapshotTable, Value } from './snapshot.ts';
import { openSqliteSnapshot, quoted } from './sqlite-snapshot.ts';

const batchRows = 500;
const batchCharacters = 1_000_000;

/**
 * `folder` has a database file at this program's migration; PostgreSQL may be at any.
 * @throws DatabaseError with a sentence for the operator; then PostgreSQL is as it was
 */
export async function replacePostgresSite(databaseUrl: string, folder: string): Promise<void> {
  const source = await openSqliteSnapshot(folder);
  if (!source) throw new DatabaseError(`There is no site in ${folder}.`);
  const client = await connectPostgresClient(databaseUrl);
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    // A site that starts on this database waits for the end.
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockNumber]);
    await refuseOthers(client);
    await removeSite(client);
    await createPostgresTables(client);
    const tables = await inOrderOfReferences(client, source.tables);
    // Rows of a migration's own making.
    for (const { name } of tables.toReversed()) await client.query(`DELETE FROM ${quoted(name)}`);
    for (const table of tables) await fillTable(client, table, source.rows(table));
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    if (error instanceof DatabaseError) throw error;
    const reason = reasonOf(error);
    throw new DatabaseError(`PostgreSQL did not take the site: ${reason}. Nothing was changed.`, { cause: error });
  } finally {
    await client.end().catch(() => {});
    await source.close();
  }
}

/** @throws DatabaseError while a site or a worker has the database open */
export async function refuseWhileConnected(databaseUrl: string): Promise<void> {
  const client = await connectPostgresClient(databaseUrl);
  try {
    // The connections of a process that has just ended are listed for a moment longer.
    for (let look = 1; look < 5 && (await countOthers(client)) > 0; look += 1) await setTimeout(200);
    await refuseOthers(client);
  } finally {
    await client.end();
  }
}

/** Every process of the site looks for work in the database several times a second, so that it always has a connection. */
async function countOthers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE $1 || '%' AND pid <> pg_backend_pid()`,
    [applicationName],
  );
  return rows[0]?.count ?? 0;
}

async function refuseOthers(client: pg.Client): Promise<void> {
  const count = await countOthers(client);
  if (count > 0)
    throw new DatabaseError(
      `A site or a worker is running on the database of DATABASE_URL (${count} ${count === 1 ? 'connection' : 'connections'} named ${applicationName}). Stop it, then restore.`,
    );
}

/** Also one of a newer version, whose tables this program does not know. */
async function removeSite(client: pg.Client): Promise<void> {
  const tables = await namesOf(client, 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()');
  if (tables.length === 0) return;
  if (!tables.includes('migrations'))
    throw new DatabaseError(
      'The database of DATABASE_URL has tables that are not the site’s. Create a new database for the site and use that.',
    );
  await client.query(`DROP TABLE ${tables.map(quoted).join(', ')} CASCADE`);
  const functions = await namesOf(
    client,
    `SELECT oid::regprocedure::text AS name FROM pg_proc
     WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'
       AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`,
  );
  if (functions.length > 0) await client.query(`DROP FUNCTION ${functions.join(', ')} CASCADE`);
}

/** Each table after those that it refers to. */
async function inOrderOfReferences(client: pg.Client, tables: SnapshotTable[]): Promise<SnapshotTable[]> {
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT origin.relname AS "from", goal.relname AS "to"
     FROM pg_constraint JOIN pg_class AS origin ON origin.oid = conrelid JOIN pg_class AS goal ON goal.oid = confrelid
     WHERE contype = 'f' AND conrelid <> confrelid AND connamespace = current_schema()::regnamespace`,
  );
  const ordered = new Set<SnapshotTable>();
  const visit = (table: SnapshotTable) => {
    for (const { from, to } of references)
      if (from === table.name) for (const other of tables) if (other.name === to) visit(other);
    ordered.add(table);
  };
  for (const table of tables) visit(table);
  return [...ordered];
}

async function fillTable(client: pg.Client, table: SnapshotTable, rows: AsyncIterable<Value[]>): Promise<void> {
  const types = await typesOf(client, table);
  let batch: Value[][] = [];
  let characters = 0;
  for await (const row of rows) {
    batch.push(row);
    characters += row.reduce<number>((sum, value) => sum + String(value).length, 0);
    if (batch.length < batchRows && characters < batchCharacters) continue;
    await insert(client, table, types, batch);
    batch = [];
    characters = 0;
  }
  await insert(client, table, types, batch);
  if (table.lastId === null || table.lastId === 0) return;
  // The next row gets a number never used before.
  await client.query("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", [quoted(table.name), table.lastId]);
}

/** One array for each column, so that a batch is one statement however many rows it has. */
async function insert(client: pg.Client, table: SnapshotTable, types: string[], batch: Value[][]): Promise<void> {
  const list = table.columns.map(quoted).join(', ');
  const arrays = types.map((type, n) => `$${n + 1}::${type}[]`).join(', ');
  const values = types.map((_, n) => batch.map((row) => row[n]));
  await client.query(`INSERT INTO ${quoted(table.name)} (${list}) SELECT * FROM unnest(${arrays})`, values);
}

async function typesOf(client: pg.Client, { name, columns }: SnapshotTable): Promise<string[]> {
  const { rows } = await client.query<{ column: string; type: string }>(
    `SELECT attname AS column, format_type(atttypid, NULL) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [quoted(name)],
  );
  return columns.map((column) => rows.find((row) => row.column === column)?.type ?? 'text');
}

async function namesOf(client: pg.Client, query: string): Promise<string[]> {
  return (await client.query<{ name: string }>(query)).rows.map(({ name }) => name);
}
