import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { changePostgres } from '#tests/support/change-postgres.ts';
import { emptyPlace, everyEngine, freshDatabase } from '#tests/support/database.ts';
import { openMigratedDatabase } from './db.ts';

const isMissing = !everyEngine.includes('postgres');

test('an unreachable server is named without its password', async () => {
  const opening = openMigratedDatabase({ databaseUrl: 'postgres://ada:lovelace@127.0.0.1:1/site', dataDir: '' });
  const error = await opening.then(String, (reason: Error) => `${reason.name}: ${reason.message}`);
  expect(error).toMatch(/^DatabaseError: The PostgreSQL server of DATABASE_URL does not let the site in: .*:1$/);
  expect(error).not.toContain('lovelace');
});

test.skipIf(isMissing)('a database of someone else is refused in one sentence', async () => {
  await using place = await emptyPlace('postgres');
  const { dataDir, url = '' } = place;
  const refused = (databaseUrl: string) => expect(openMigratedDatabase({ databaseUrl, dataDir })).rejects;
  const sentence = 'The site cannot make its tables in the database of DATABASE_URL:';
  const asOther = new URL(url);
  asOther.searchParams.set('options', '-c role=pg_monitor');
  await refused(asOther.href).toThrow(`${sentence} permission denied for schema public. It needs a new database`);
  await changePostgres(url, 'CREATE TABLE articles (id integer)');
  await refused(url).toThrow(`${sentence} relation "articles" already exists.`);
});

test.skipIf(isMissing)('a query that takes too long is ended by the server', async () => {
  await using database = await freshDatabase('postgres');
  const { rows } = await sql`show statement_timeout`.execute(database.db);
  expect(rows).toEqual([{ statementTimeout: '15s' }]);
});

test.skipIf(isMissing)('connections that the server drops are replaced', async () => {
  await using database = await freshDatabase('postgres');
  const { db } = database;
  await Promise.all([1, 2, 3].map(() => sql`select 1`.execute(db)));
  const others = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await others.execute(db);
  // The news of it may take a moment to arrive.
  await expect.poll(() => sql`select 1`.execute(db).then(() => true)).toBe(true);
});

test.skipIf(isMissing)(
  'a connection lost while its transaction does something else fails that transaction alone',
  async () => {
    await using database = await freshDatabase('postgres');
    const { db } = database;
    const transaction = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      const pid = rows[0]?.pid;
      await sql`select pg_terminate_backend(${pid})`.execute(db);
      const isThere = () => sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(db);
      await expect.poll(async () => (await isThere()).rows).toEqual([]);
      await sql`select 1`.execute(trx);
    });
    await expect(transaction).rejects.toThrow(/connection|terminat|ECONNRESET/i);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  },
);
