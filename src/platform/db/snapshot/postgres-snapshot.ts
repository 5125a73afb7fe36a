/** A snapshot of PostgreSQL: one transaction that sees what was committed when it began. */
import type pg from 'pg';
import { DatabaseError, reasonOf } from '../database-error.ts';
import { connectPostgresClient } from '../postgres.ts';
import { leftOut } from './excluded-tables.ts';
import type { Snapshot, SnapshotTable, Value } from './snapshot.ts';
import { quoted } from './sqlite-snapshot.ts';

const batchRows = 500;

export async function openPostgresSnapshot(databaseUrl: string): Promise<Snapshot | null> {
  const client = await connectPostgresClient(databaseUrl);
  try {
    const migration = (await hasMigrations(client)) ? await beginSnapshot(client) : undefined;
    if (migration) return { ...(await snapshotOf(client)), migration };
    await client.end();
    return null;
  } catch (error) {
    await client.end().catch(() => {});
    throw new DatabaseError(`The database of DATABASE_URL cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

async function snapshotOf(client: pg.Client): Promise<Omit<Snapshot, 'migration'>> {
  const described = await describe(client);
  const size = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database())::text AS bytes');
  return {
    engine: 'postgres',
    bytes: Number(size.rows[0]?.bytes),
    tables: described.map(({ table }) => table),
    async *rows(table) {
      const texts = described.find(({ table: { name } }) => name === table.name)?.texts;
      const list = table.columns.map(quoted).join(', ');
      // Bytewise, as SQLite compares texts, whatever the collation of the database.
      const order = table.key.map((column) => `${quoted(column)}${texts?.has(column) ? ' COLLATE "C"' : ''}`);
      const query = `SELECT ${list} FROM ${quoted(table.name)} ORDER BY ${order.join(', ')}`;
      await client.query(`DECLARE copies CURSOR FOR ${query}`);
      for (;;) {
        const { rows } = await client.query<Value[]>({ text: `FETCH ${batchRows} FROM copies`, rowMode: 'array' });
        yield* rows;
        if (rows.length < batchRows) break;
      }
      await client.query('CLOSE copies');
    },
    close: () => client.end(),
  };
}

async function hasMigrations(client: pg.Client): Promise<boolean> {
  const { rows: found } = await client.query(
    "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'migrations'",
  );
  return found.length > 0;
}

/** Begins the transaction; undefined in a database without a site. */
async function beginSnapshot(client: pg.Client): Promise<{ number: number; name: string } | undefined> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
  // Before the first query, which fixes the snapshot: waits for a running migration, and makes later ones wait.
  await client.query('LOCK TABLE migrations IN ACCESS SHARE MODE');
  const query = 'SELECT number, name FROM migrations ORDER BY number DESC LIMIT 1';
  return (await client.query<{ number: number; name: string }>(query)).rows[0];
}

type Described = { table: SnapshotTable; texts: Set<string> };

async function describe(client: pg.Client): Promise<Described[]> {
  const { rows } = await client.query<{ table: string; column: string; isText: boolean; keyAt: number | null }>(
    `SELECT class.relname AS "table", attname AS "column", atttypid = 'text'::regtype AS "isText",
       array_position(indkey::int2[], attnum) AS "keyAt"
     FROM pg_attribute JOIN pg_class AS class ON class.oid = attrelid
       LEFT JOIN pg_index ON indrelid = class.oid AND indisprimary
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
       AND attgenerated = ''
     ORDER BY class.relname COLLATE "C", attnum`,
  );
  const described: Described[] = [];
  for (const name of new Set(rows.map(({ table }) => table))) {
    if (leftOut.includes(name)) continue;
    const columns = rows.filter(({ table }) => table === name);
    const key = columns
      .filter(({ keyAt }) => keyAt !== null)
      .sort((one, other) => (one.keyAt ?? 0) - (other.keyAt ?? 0));
    const table = {
      name,
      columns: columns.map(({ column }) => column),
      key: (key.length > 0 ? key : columns).map(({ column }) => column),
      lastId: columns.some(({ column }) => column === 'id') ? await lastIdOf(client, name) : null,
    };
    described.push({ table, texts: new Set(columns.filter(({ isText }) => isText).map(({ column }) => column)) });
  }
  return described;
}

async function lastIdOf(client: pg.Client, table: string): Promise<number | null> {
  const { rows } = await client.query<{ sequence: string | null }>(
    "SELECT pg_get_serial_sequence($1, 'id') AS sequence",
    [quoted(table)],
  );
  const sequence = rows[0]?.sequence;
  if (!sequence) return null;
  const query = `SELECT CASE WHEN is_called THEN last_value END AS last FROM ${sequence}`;
  return (await client.query<{ last: number | null }>(query)).rows[0]?.last ?? null;
}
