import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/database.ts';
import { createLeases } from './leases.ts';
import type { Claimed, MailSource } from './mail-kind.ts';

test('a mail that is begun while the others are looked through stays leased, so that its end is written down', async () => {
  await using database = await freshDatabase('sqlite');
  const now = new Date('2026-11-26T12:00:00.000Z');
  const leases = createLeases({ db: database.db, owner: 'worker', clock: { now: () => now } });
  let begun: ReturnType<typeof leases.nextReady>;
  const source = {
    kinds: ['article'],
    async findWanted() {
      begun = leases.nextReady();
      return new Set<number>();
    },
  } as unknown as MailSource;
  const mails = [1, 2].map((id) => ({ id, isProbe: false }) as Claimed);
  leases.add(source, mails, now);
  await leases.releaseUnwanted();
  expect(begun?.id).toBe(1);
  expect(leases.ids()).toEqual([1]);
  expect(leases.countReady()).toBe(0);
});
