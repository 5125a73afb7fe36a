import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { emptyPlace, freshDatabase } from '#tests/support/database.ts';
import { openMigratedDatabase, transact } from './db.ts';

const now = '2026-11-21T05:00:00.123Z';
const secret = (name: string) => ({ name, value: '', createdAt: now });

test('the folder is readable for its owner only', async () => {
  await using place = await emptyPlace('sqlite');
  const dataDir = join(place.dataDir, 'made', 'here');
  const database = await openMigratedDatabase({ dataDir });
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  for (const file of ['site.db', 'site.db-wal']) expect(statSync(join(dataDir, file)).mode & 0o777, file).toBe(0o600);
  await database.close();
});

test('a file that is no database, and a folder that is a file, are refused in one sentence', async () => {
  await using place = await emptyPlace('sqlite');
  writeFileSync(join(place.dataDir, 'site.db'), 'Dear diary, '.repeat(100));
  const sentence = `The database in ${place.dataDir} cannot be opened: file is not a database. Restore the newest backup: `;
  await expect(openMigratedDatabase({ dataDir: place.dataDir })).rejects.toThrow(sentence);
  await expect(openMigratedDatabase({ dataDir: join(place.dataDir, 'site.db') })).rejects.toThrow(
    'DATA_DIR must name a folder',
  );
});

test('a committed row is on the disk', async () => {
  await using database = await freshDatabase('sqlite');
  const pragma = async (name: string) => (await sql.raw(`PRAGMA ${name}`).execute(database.db)).rows[0];
  expect(await pragma('journal_mode')).toEqual({ journalMode: 'wal' });
  expect(await pragma('synchronous')).toEqual({ synchronous: 2 });
  expect(await pragma('foreign_keys')).toEqual({ foreignKeys: 1 });
});

test('a second opening of the file waits for the first without blocking the process', async () => {
  await using first = await freshDatabase('sqlite');
  const second = await openMigratedDatabase({ dataDir: first.dataDir });
  const order: string[] = [];
  const holding = Promise.withResolvers<void>();
  const slow = transact(first.db, async (trx) => {
    await trx.insertInto('secrets').values(secret('first')).execute();
    holding.resolve();
    // Timers only come round while the process is free.
    for (let round = 0; round < 5; round++) await sleep(10);
    order.push('first');
  });
  await holding.promise;
  const writing = second.db.insertInto('secrets').values(secret('second')).execute();
  await Promise.all([slow, writing.then(() => order.push('second'))]);
  expect(order).toEqual(['first', 'second']);
  expect(await first.db.selectFrom('secrets').select('name').execute()).toHaveLength(2);
  await second.close();
});

test('more different statements than are cached return the right rows', async () => {
  await using database = await freshDatabase('sqlite');
  const { db } = database;
  for (let number = 0; number < 300; number++) {
    const { rows } = await sql<{ number: number }>`select ${sql.lit(number)} as number`.execute(db);
    expect(rows).toEqual([{ number }]);
  }
});

test('a cached statement returns the new columns of a table that another process has changed', async () => {
  await using first = await freshDatabase('sqlite');
  const second = await openMigratedDatabase({ dataDir: first.dataDir });
  const ask = () => sql`SELECT * FROM bats`.execute(first.db).then(({ rows }) => rows);
  await sql`CREATE TABLE bats AS SELECT 1 AS id, 1 AS is_asleep`.execute(second.db);
  expect(await ask()).toEqual([{ id: 1, isAsleep: true }]);
  await sql`ALTER TABLE bats ADD COLUMN is_fed INTEGER DEFAULT 0`.execute(second.db);
  expect(await ask()).toMatchObject([{ id: 1, isAsleep: true }]);
  expect(await ask()).toEqual([{ id: 1, isAsleep: true, isFed: false }]);
  await second.close();
});
