/** Kysely over PostgreSQL 15 or newer. Instants arrive as ISO-8601 UTC strings with milliseconds, counts as numbers. */

import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { DatabaseError, outageOf, reasonOf } from './database-error.ts';
import { PostgresCompiler } from './query-compilers.ts';

const oldestVersion = 15;
export const applicationName = 'one-health-site';

const timestamptz = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text') as (text: string) => Date;
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.NUMERIC, Number],
  [pg.types.builtins.TIMESTAMPTZ, (text) => timestamptz(text).toISOString()],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    parsers.get(id) ?? pg.types.getTypeParser(id, format as 'text')) as typeof pg.types.getTypeParser,
};

/** How long to wait for a starting server, and who is told. */
export type Patience = { forMs: number; tell: (sentence: string) => void };

const betweenAttemptsMs = 500;

/** As `connectPostgresClient`, but waits for a server that does not accept connections yet. */
export async function connectWhenReady(databaseUrl: string, { forMs, tell }: Patience): Promise<pg.Client> {
  const deadline = performance.now() + forMs;
  for (let isTold = false; ; isTold = true) {
    try {
      return await connectPostgresClient(databaseUrl);
    } catch (error) {
      if (outageOf(error) !== 'database_away' || performance.now() > deadline) throw error;
      const seconds = Math.round(forMs / 1000);
      if (!isTold) tell(`${(error as Error).message}. The site waits for it for up to ${seconds} seconds.`);
    }
    await sleep(betweenAttemptsMs);
  }
}

/** One process at a time: none may find, and back up, a half-migrated database. */
export async function runOneAtATime<T>(databaseUrl: string, patience: Patience, work: () => Promise<T>): Promise<T> {
  const client = await connectWhenReady(databaseUrl, patience);
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('start', 0))");
    return await work();
  } finally {
    await client.end();
  }
}

/** A single connection outside the pool, checked for a version that the site can use; the caller ends it. */
export async function connectPostgresClient(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    types,
  });
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseError(`The PostgreSQL server of DATABASE_URL does not let the site in: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  // Without a listener a lost connection would end the process; the running query fails anyway.
  client.on('error', () => {});
  try {
    await refuseUnsupportedServer(client);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

export function openPool(databaseUrl: string, limits: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    max: 10,
    types,
    ...limits,
  });
  // An idle connection was lost: the pool has dropped it and opens another when one is needed.
  pool.on('error', () => {});
  // A connection was lost in an idle transaction: its next query fails anyway, as above.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Returns how to close all connections in use, whose queries then fail: a server that is frozen never answers them. */
export function createConnectionCutter(pool: pg.Pool): () => void {
  const inUse = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  return () => {
    for (const client of inUse) client.connection.stream.destroy();
  };
}

class SitePostgres extends PostgresDialect {
  override createQueryCompiler() {
    return new PostgresCompiler();
  }
}

export function postgresDialect(pool: pg.Pool): Dialect {
  return new SitePostgres({
    pool,
    // Not as start-up parameters, which connection poolers refuse. A process that is frozen within a transaction must not
    // keep its rows from others for long.
    onCreateConnection: async (connection) => {
      await connection.executeQuery(
        CompiledQuery.raw("SET statement_timeout = '15s'; SET idle_in_transaction_session_timeout = '10s'"),
      );
    },
  });
}

async function refuseUnsupportedServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number; encoding: string }>(
    "SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number, current_setting('server_encoding') AS encoding",
  );
  const server = rows[0];
  if (!server || Math.floor(server.number / 10_000) < oldestVersion)
    throw new DatabaseError(
      `The database is PostgreSQL ${server?.version}; the site needs PostgreSQL ${oldestVersion} or newer.`,
    );
  if (server.encoding !== 'UTF8')
    throw new DatabaseError(`The database stores text as ${server.encoding}; the site needs one created with UTF8.`);
}
