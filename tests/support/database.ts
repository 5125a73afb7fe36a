/** A new, migrated database for one test, on either engine. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { type Database, type Db, openMigratedDatabase } from '#platform/db/db.ts';
import { isSample } from './sampled-tests.ts';

export type Engine = 'sqlite' | 'postgres';

export type TestDatabase = Database & {
  dataDir: string;
  /** PostgreSQL's address; undefined on SQLite. As `databaseUrl` it opens the same database once more. */
  url: string | undefined;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Both, unless no PostgreSQL was found (the global setup has said so aloud). */
export const everyEngine: Engine[] = process.env.POSTGRES_TEST_URL ? ['sqlite', 'postgres'] : ['sqlite'];

/**
 * For what the site does, in features and whole journeys: what differs between the engines lives in `platform/db`, so `npm test`
 * tries it on SQLite, and each call once on PostgreSQL (tests/api-document.test.ts); `npm run test:all` and a test named on the command line
 * try it on both.
 */
export const engines: Engine[] = isSample ? everyEngine.slice(0, 1) : everyEngine;

/** For tests that start and kill whole processes: `engine` alone, and each one where `EVERY_ENGINE` is 'true'. */
export function mainlyOn(engine: Engine): Engine[] {
  return process.env.EVERY_ENGINE === 'true' ? everyEngine : everyEngine.filter((each) => each === engine);
}

/** By the server's address: one connection to make and drop databases, kept while they follow each other. */
const pools = new Map<string, pg.Pool>();

/** What a new database is a copy of: a data folder, and on PostgreSQL the name of a database that no one is connected to. */
export type Template = { folder?: string | undefined; database?: string | undefined };

/** Use with `await using`: closes and removes the database at the end of the test. */
export async function freshDatabase(engine: Engine, template: Template = migrated(engine)): Promise<TestDatabase> {
  const place = await emptyPlace(engine, template.database);
  if (template.folder) cpSync(template.folder, place.dataDir, { recursive: true });
  try {
    const database = await openMigratedDatabase({ databaseUrl: place.url, dataDir: place.dataDir });
    const dispose = async () => {
      await database.close();
      await place[Symbol.asyncDispose]();
    };
    return { ...database, dataDir: place.dataDir, url: place.url, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await place[Symbol.asyncDispose]();
    throw error;
  }
}

/** Made by the global setup. */
function migrated(engine: Engine): Template {
  const { SQLITE_TEST_TEMPLATE: folder, POSTGRES_TEST_TEMPLATE: database } = process.env;
  return engine === 'sqlite' ? { folder } : { database };
}

/** Ends the use of a database, so that others can be copies of it until it is removed. */
export async function asTemplate({
  db,
  dataDir,
  url,
}: Pick<TestDatabase, 'db' | 'dataDir' | 'url'>): Promise<Template> {
  await db.destroy();
  return { folder: dataDir, database: url && new URL(url).pathname.slice(1) };
}

/** How many connections wait for what another one holds; on PostgreSQL alone. */
export async function countLockWaits(db: Db): Promise<number> {
  const waits = sql`SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE datname = current_database() AND NOT granted`;
  return (await waits.execute(db)).rows.length;
}

/** A new folder, and for PostgreSQL a new database: empty, or a copy of `template`. */
export async function emptyPlace(
  engine: Engine,
  template?: string,
): Promise<{ dataDir: string; url: string | undefined; [Symbol.asyncDispose](): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'site-test-'));
  const removeFolder = async () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') return { dataDir, url: undefined, [Symbol.asyncDispose]: removeFolder };
  const server = process.env.POSTGRES_TEST_URL;
  if (!server) throw new Error('There is no PostgreSQL: loop over `engines`, and run under the global setup.');
  const name = `site_test_${randomBytes(8).toString('hex')}`;
  // Copying files takes half of what PostgreSQL's usual way by its log does.
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template ?? 'template0'} STRATEGY FILE_COPY`);
  const dispose = async () => {
    await dropDatabase(server, name);
    await removeFolder();
  };
  return { dataDir, url: urlOf(server, name), [Symbol.asyncDispose]: dispose };
}

/** Makes a migrated database that no one connects to, to be copied; answers its name. */
export async function createTemplate(server: string): Promise<string> {
  const name = `site_template_${randomBytes(8).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const database = await openMigratedDatabase({ databaseUrl: urlOf(server, name), dataDir: '' });
  await database.close();
  return name;
}

/** Makes a data folder with a migrated SQLite, to be copied; answers its path. */
export async function createTemplateFolder(): Promise<string> {
  const { dataDir } = await emptyPlace('sqlite');
  const database = await openMigratedDatabase({ dataDir }, 'relaxed');
  await database.close();
  return dataDir;
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

async function onServer(server: string, sql: string): Promise<void> {
  let pool = pools.get(server);
  if (!pool) {
    pool = new pg.Pool({ connectionString: server, max: 1, idleTimeoutMillis: 2000, allowExitOnIdle: true });
    // The server may go while no one asks.
    pool.on('error', () => {});
    pools.set(server, pool);
  }
  await pool.query(sql);
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
