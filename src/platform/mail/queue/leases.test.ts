import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import { createMailLeases } from './leases.ts';
import type { Claimed } from './mail-contract.ts';
import { leaseMs } from './mail-rows.ts';

test('a mail is begun only while enough of its lease is left, by a clock that was not put back', async () => {
  await using database = await freshDatabase('sqlite');
  const start = Date.parse('2026-11-26T12:00:00.000Z');
  let now = new Date(start);
  const leases = createMailLeases({ db: database.db, owner: 'worker', clock: { now: () => now } });
  leases.add([{ id: 1 } as Claimed], now);
  const mail = leases.nextReady();
  if (!mail) throw new Error('Nothing is ready');
  const isLeasedAfter = (ms: number) => {
    now = new Date(start + ms);
    return leases.isLeased(mail);
  };
  expect([0, 2_900, -2_000].map(isLeasedAfter)).toEqual([true, true, true]);
  expect([3_100, leaseMs - 1, leaseMs, -15 * 60_000].map(isLeasedAfter)).toEqual([false, false, false, false]);
  // Another has it by now, so the database says.
  await leases.look();
  expect(leases.has(mail)).toBe(false);
});
