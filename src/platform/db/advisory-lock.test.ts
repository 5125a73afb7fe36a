import { describe, expect, test } from 'vitest';
import { everyEngine, freshDatabase } from '#tests/support/database.ts';
import { tryWithLock } from './advisory-lock.ts';
import { openMigratedDatabase } from './db.ts';

describe.each(everyEngine)('work for one process at a time on %s', (engine) => {
  test('runs each time, also after a failure', async () => {
    await using database = await freshDatabase(engine);
    let times = 0;
    const work = async () => {
      times++;
      if (times === 1) throw new Error('The first time');
    };
    await expect(tryWithLock(database.db, 'count', work)).rejects.toThrow('The first time');
    await tryWithLock(database.db, 'count', work);
    await tryWithLock(database.db, 'count', work);
    expect(times).toBe(3);
  });
});

test.runIf(everyEngine.includes('postgres'))(
  'what another process is doing is skipped, and nothing else is',
  async () => {
    await using database = await freshDatabase('postgres');
    const other = await openMigratedDatabase({ databaseUrl: database.url, dataDir: '' });
    const done: string[] = [];
    const note = (name: string) => async () => void done.push(name);
    await tryWithLock(database.db, 'sweep', async () => {
      await tryWithLock(other.db, 'sweep', note('again'));
      await tryWithLock(other.db, 'another', note('another'));
    });
    await tryWithLock(other.db, 'sweep', note('later'));
    await other.close();
    expect(done).toEqual(['another', 'later']);
  },
);
