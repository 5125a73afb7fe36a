import { expect, test } from 'vitest';
import { engines, freshDatabase } from '#tests/support/database.ts';
import { ask } from './ask.ts';
import { type Db, transact } from './db.ts';

const at = '2026-11-21T05:00:00.123Z';

test.each(engines)('a query is built once for its kind and answers what it is asked with (%s)', async (engine) => {
  await using database = await freshDatabase(engine);
  const { db } = database;
  const names = ['first', 'second', 'third'];
  await db
    .insertInto('secrets')
    .values(names.map((name) => ({ name, value: '', createdAt: at })))
    .execute();
  let built = 0;
  const find = (asked: Db, kind: string | null, name: string) =>
    ask(asked, { kind, values: { name } }, (given) => {
      built++;
      return asked.selectFrom('secrets').select('name').where('name', '>', given('name')).orderBy('name').limit(2);
    });
  const secondAndThird = [{ name: 'second' }, { name: 'third' }];
  expect(await find(db, 'after', 'first')).toEqual(secondAndThird);
  expect(await find(db, 'after', 'second')).toEqual([{ name: 'third' }]);
  expect(built).toBe(1);
  expect(await find(db, null, 'first')).toEqual(secondAndThird);
  expect(await transact(db, (trx) => find(trx, 'after', 'first'))).toEqual(secondAndThird);
  expect(built).toBe(3);
});
