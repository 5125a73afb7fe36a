import { describe, expect, test } from 'vitest';
import { everyEngine, freshDatabase } from '#tests/support/database.ts';
import { type Db, isPostgres, isUniqueViolation, transact } from './db.ts';

const now = '2026-11-21T05:00:00.123Z';

const member = {
  name: 'Ada',
  position: 'Chair',
  bio: '',
  imageUrl: null,
  isActive: true,
  joinDate: now,
  sortOrder: null,
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
};

const administrator = {
  username: 'Ada',
  usernameKey: 'ada',
  email: 'Ada@society.example',
  emailKey: 'ada@society.example',
  passwordHash: 'x',
  isActive: true,
  createdAt: now,
};

function countMembers(db: Db) {
  return db
    .selectFrom('members')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

describe.each(everyEngine)('%s', (engine) => {
  test('a row comes back as it was written', async () => {
    await using database = await freshDatabase(engine);
    const { db } = database;
    const written = await db.insertInto('members').values(member).returningAll().executeTakeFirstOrThrow();
    const unset = { updatedBy: null, deletedBy: null, imageFocalX: null, imageFocalY: null };
    expect(written).toStrictEqual({ id: 1, version: 1, ...unset, ...member });
    await db.updateTable('members').set({ isActive: false, sortOrder: 7, deletedAt: now }).execute();
    const read = await db.selectFrom('members').selectAll().executeTakeFirstOrThrow();
    expect(read).toStrictEqual({ ...written, isActive: false, sortOrder: 7, deletedAt: now });
    expect(isPostgres(db)).toBe(engine === 'postgres');
  });

  test('every millisecond of an instant is kept, whatever the zone of the server', async () => {
    await using database = await freshDatabase(engine);
    const { db } = database;
    const instants = ['1970-01-01T00:00:00.000Z', '2026-03-29T01:30:00.007Z', '9999-12-31T23:59:59.999Z'];
    await db
      .insertInto('members')
      .values(instants.map((joinDate) => ({ ...member, joinDate })))
      .execute();
    const rows = await db.selectFrom('members').select('joinDate').orderBy('joinDate').execute();
    expect(rows.map((row) => row.joinDate)).toEqual(instants);
    const later = await db.selectFrom('members').select('id').where('joinDate', '>', now).execute();
    expect(later).toEqual([{ id: 3 }]);
  });

  test('booleans can be asked for, counts and sums are numbers, changes are counted', async () => {
    await using database = await freshDatabase(engine);
    const { db } = database;
    await db
      .insertInto('members')
      .values([member, member, { ...member, isActive: false }])
      .execute();
    const active = db.selectFrom('members').where('isActive', '=', true);
    expect(await active.select((e) => e.fn.countAll().as('count')).executeTakeFirst()).toEqual({ count: 2 });
    expect(await active.select((e) => e.fn.sum('id').as('sum')).executeTakeFirst()).toEqual({ sum: 3 });
    const changed = await db.updateTable('members').set({ bio: 'x' }).where('isActive', '=', true).executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(2n);
    expect(await db.deleteFrom('members').where('id', '=', 1).returning('id').execute()).toEqual([{ id: 1 }]);
    expect((await db.deleteFrom('members').executeTakeFirst()).numDeletedRows).toBe(2n);
  });

  test('an id is never given out twice', async () => {
    await using database = await freshDatabase(engine);
    const { db } = database;
    await db.insertInto('members').values([member, member]).execute();
    await db.deleteFrom('members').execute();
    const next = await db.insertInto('members').values(member).returning('id').executeTakeFirst();
    expect(next).toEqual({ id: 3 });
  });

  test('an id beyond 32 bits is not found, without an error', async () => {
    await using database = await freshDatabase(engine);
    const found = await database.db.selectFrom('members').selectAll().where('id', '=', 999_999_999_999_999).execute();
    expect(found).toEqual([]);
  });

  test('a failed transaction leaves nothing', async () => {
    await using database = await freshDatabase(engine);
    const { db } = database;
    const failing = transact(db, async (trx) => {
      await trx.insertInto('members').values(member).execute();
      expect(await countMembers(trx)).toEqual({ count: 1 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await countMembers(db)).toEqual({ count: 0 });
  });

  test('transact joins a running transaction', async () => {
    await using database = await freshDatabase(engine);
    const { db } = database;
    const failing = transact(db, async (trx) => {
      await transact(trx, (inner) => inner.insertInto('members').values(member).execute());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await countMembers(db)).toEqual({ count: 0 });
    await transact(db, (trx) => transact(trx, (inner) => inner.insertInto('members').values(member).execute()));
    expect(await countMembers(db)).toEqual({ count: 1 });
  });

  test('transactions at the same time keep each other’s changes', async () => {
    await using database = await freshDatabase(engine);
    const { db } = database;
    await db.insertInto('members').values(member).execute();
    const addOne = (trx: Db) =>
      trx
        .updateTable('members')
        .set((e) => ({ version: e('version', '+', 1) }))
        .execute();
    await Promise.all(Array.from({ length: 20 }, () => transact(db, addOne)));
    expect(await db.selectFrom('members').select('version').executeTakeFirst()).toEqual({ version: 21 });
  });

  test('a violated unique constraint is recognised', async () => {
    await using database = await freshDatabase(engine);
    const { db } = database;
    await db.insertInto('administrators').values(administrator).execute();
    const again = await db
      .insertInto('administrators')
      .values({ ...administrator, emailKey: 'other@society.example' })
      .execute()
      .catch((error: unknown) => error);
    expect(isUniqueViolation(again)).toBe(true);
    await db.insertInto('secrets').values({ name: 'a', value: 'b', createdAt: now }).execute();
    const secret = db.insertInto('secrets').values({ name: 'a', value: 'c', createdAt: now }).execute();
    expect(isUniqueViolation(await secret.catch((error: unknown) => error))).toBe(true);
    const other = db.insertInto('members').values({ ...member, name: '' });
    expect(isUniqueViolation(await other.execute().catch((error: unknown) => error))).toBe(false);
  });

  test('closing twice is harmless', async () => {
    await using database = await freshDatabase(engine);
    await database.close();
    await database.close();
    await expect(database.db.selectFrom('members').selectAll().execute()).rejects.toThrow();
  });
});
