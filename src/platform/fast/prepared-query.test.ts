import { expect, test } from 'vitest';
import { everyEngine, freshDatabase } from '#tests/support/database.ts';
import { type Db, transact } from '../db/db.ts';
import { type Param, preparedQuery } from './prepared-query.ts';

const at = '2026-11-21T05:00:00.123Z';

async function withSecrets(db: Db, names: string[]): Promise<void> {
  await db
    .insertInto('secrets')
    .values(names.map((name) => ({ name, value: '', createdAt: at })))
    .execute();
}

test.each(everyEngine)('a prepared query uses the values of each call, also in a transaction (%s)', async (engine) => {
  await using database = await freshDatabase(engine);
  const { db } = database;
  await withSecrets(db, ['first', 'second', 'third']);
  const find = preparedQuery((asked, param: Param<{ name: string; limit: number }>) =>
    asked.selectFrom('secrets').select('name').where('name', '>', param('name')).orderBy('name').limit(param('limit')),
  );
  expect(await find(db, { name: 'first', limit: 2 })).toEqual([{ name: 'second' }, { name: 'third' }]);
  expect(await find(db, { name: 'second', limit: 2 })).toEqual([{ name: 'third' }]);
  expect(await find(db, { name: 'first', limit: 1 })).toEqual([{ name: 'second' }]);
  const inTransaction = await transact(db, (trx) => find(trx, { name: 'first', limit: 2 }));
  expect(inTransaction).toEqual([{ name: 'second' }, { name: 'third' }]);
});

test('two queries with the same text are separate, and one query serves two databases', async () => {
  await using one = await freshDatabase('sqlite');
  await using other = await freshDatabase('sqlite');
  await withSecrets(one.db, ['one']);
  await withSecrets(other.db, ['other']);
  const named = (name: string) =>
    preparedQuery((db) => db.selectFrom('secrets').select('name').where('name', '=', name));
  const [findOne, findOther] = [named('one'), named('other')];
  expect(await findOne(one.db, {})).toEqual([{ name: 'one' }]);
  expect(await findOther(one.db, {})).toEqual([]);
  expect(await findOther(other.db, {})).toEqual([{ name: 'other' }]);
});

test('a query that uses anything but its parameters from outside fails in tests', async () => {
  await using database = await freshDatabase('sqlite');
  let name = 'first';
  const find = preparedQuery((db) => db.selectFrom('secrets').select('name').where('name', '=', name));
  await find(database.db, {});
  name = 'second';
  await expect(find(database.db, {})).rejects.toThrow('depends on more than its parameters');
});
