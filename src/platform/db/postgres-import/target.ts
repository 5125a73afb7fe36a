/** The PostgreSQL side of an import: an empty database at this program's migration level, locked until the end. */
import type pg from 'pg';
import { DatabaseError } from '../database-error.ts';
import { type Applied, firstMissing, lockNumber, migratePostgres } from '../migrate.ts';
import { applicationName, connectPostgres } from '../postgres.ts';
import type { Table } from './copy.ts';

/** Rows that a migration makes itself. */
const filledByMigrations = ['content_version', 'kinds'];

/** What can be told from one engine's text to the other's. */
const knownTypes = ['bigint', 'integer', 'smallint', 'text', 'boolean', 'timestamp with time zone'];

/** `replaces`: what the database holds may go. */
export type Replacing = { replaces: boolean };

/**
 * Makes the tables where there are none yet.
 * @throws DatabaseError when the database is in use, of another level or somebody else's
 */
export async function prepareTarget(client: pg.Client, { replaces }: Replacing): Promise<void> {
  await refuseOthers(client, replaces ? 'restore' : 'move');
  const names = await tableNames(client);
  if (names.length > 0) {
    if (!names.includes('migrations'))
      throw new DatabaseError(
        'The database of DATABASE_URL has tables of something else. Make a new one for the site and name that.',
      );
    const applied = await client.query<Applied>('SELECT number, name, checksum FROM migrations ORDER BY number');
    const missing = firstMissing('postgres', applied.rows);
    if (missing && !replaces)
      throw new DatabaseError(
        `The database of DATABASE_URL is older than this program: it has not had migration ${missing}. Make a new one and name that.`,
      );
    if (!replaces) await refuseContent(client, names);
  }
  await migratePostgres(client);
}

/** Begins the transaction of the move: from here on a site that starts on this database waits for its end. */
export async function beginExclusive(client: pg.Client, { replaces }: Replacing): Promise<void> {
  await client.query('BEGIN');
  await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
  await client.query('SELECT pg_advisory_xact_lock($1)', [lockNumber]);
  await refuseOthers(client, replaces ? 'restore' : 'move');
  const names = await tableNames(client);
  if (!replaces) return refuseContent(client, names);
  const all = names.filter((name) => name !== 'migrations').map((name) => `"${name}"`);
  await client.query(`TRUNCATE ${all.join(', ')} RESTART IDENTITY`);
}

/** @throws DatabaseError while a site or a worker has the database open */
export async function refuseWhileConnected(databaseUrl: string, then: string): Promise<void> {
  const client = await connectPostgres(databaseUrl);
  try {
    await refuseOthers(client, then);
  } finally {
    await client.end();
  }
}

/** The types of the columns, by table and column, and which tables refer to which. */
export async function describeTarget(client: pg.Client) {
  const columns = await client.query<{ table: string; column: string; type: string }>(
    `SELECT class.relname AS "table", attname AS "column", format_type(atttypid, NULL) AS type
     FROM pg_attribute JOIN pg_class AS class ON class.oid = attrelid
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
       AND attgenerated = ''`,
  );
  const references = await client.query<{ from: string; to: string }>(
    `SELECT origin.relname AS "from", goal.relname AS "to"
     FROM pg_constraint JOIN pg_class AS origin ON origin.oid = conrelid JOIN pg_class AS goal ON goal.oid = confrelid
     WHERE contype = 'f' AND conrelid <> confrelid AND connamespace = current_schema()::regnamespace`,
  );
  const types = new Map<string, Map<string, string>>();
  for (const { table, column, type } of columns.rows)
    types.set(table, (types.get(table) ?? new Map<string, string>()).set(column, type));
  return { types, references: references.rows };
}

/** @throws DatabaseError for a table or column that has no place, or none that this program knows how to fill */
export function typedTable(
  table: Pick<Table, 'name' | 'columns' | 'key'>,
  types: Map<string, string> | undefined,
): Table {
  const columns = table.columns.map(({ name }) => {
    const type = types?.get(name);
    if (!type || !knownTypes.includes(type))
      throw new DatabaseError(`This program does not know how to move ${table.name}.${name} (${type ?? 'not there'}).`);
    return { name, type };
  });
  return { ...table, columns };
}

/** Makes the next row get a number that none has had, on PostgreSQL as it was on SQLite. */
export async function setSequence(client: pg.Client, { name, columns }: Table, lastId: string | null): Promise<void> {
  if (lastId === null || lastId === '0' || !columns.some((column) => column.name === 'id')) return;
  await client.query(
    `SELECT setval(sequence, greatest($2::bigint, (SELECT coalesce(max(id), 1) FROM "${name}")))
     FROM pg_get_serial_sequence($1, 'id') AS sequence WHERE sequence IS NOT NULL`,
    [`"${name}"`, lastId],
  );
}

/** Every process of the site looks for work in the database several times a second, so that it always has a connection. */
async function refuseOthers(client: pg.Client, then: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE $1 || '%' AND pid <> pg_backend_pid()`,
    [applicationName],
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw new DatabaseError(
      `A site or a worker is running on the database of DATABASE_URL (${count} ${count === 1 ? 'connection' : 'connections'} named ${applicationName}). Stop it, then ${then}.`,
    );
}

async function refuseContent(client: pg.Client, names: string[]): Promise<void> {
  for (const name of names) {
    if (name === 'migrations' || filledByMigrations.includes(name)) continue;
    const { rows } = await client.query(`SELECT 1 FROM "${name}" LIMIT 1`);
    if (rows.length > 0)
      throw new DatabaseError(
        `The database of DATABASE_URL is not empty: there are ${name.replaceAll('_', ' ')} in it. Make a new one and name that; nothing in it was changed.`,
      );
  }
}

async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename',
  );
  return rows.map(({ name }) => name);
}
