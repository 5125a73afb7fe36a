import { describe, expect, test } from 'vitest';
import { everyEngine } from '#tests/support/database.ts';
import { siteWithSubscribers } from '#tests/support/site-with-subscribers.ts';
import { queueVerdict } from './worker-checks.server.ts';

const minute = 60_000;

describe.each(everyEngine)('the queue of mails, on %s', (engine) => {
  test('a newsletter of which nothing has left for a minute is named, until a mail leaves', async () => {
    await using site = await siteWithSubscribers(engine, 3);
    const { db, clock } = site.app;
    const verdict = () => queueVerdict({ db, now: clock.now() } as Parameters<typeof queueVerdict>[0]);
    await site.send();
    const begunAt = clock.now().toISOString();
    const lease = () => new Date(clock.now().getTime() + 8_000).toISOString();
    const claimed = { leaseOwner: 'worker.1', attempts: 1, createdAt: begunAt };
    await db
      .updateTable('mails')
      .set({ ...claimed, leaseUntil: lease(), state: 'sending' })
      .execute();
    clock.advance(minute / 2);
    await db.updateTable('mails').set({ leaseUntil: lease() }).execute();
    expect((await verdict()).level).toBe('good');
    clock.advance(minute);
    await db.updateTable('mails').set({ leaseUntil: lease() }).execute();
    expect(await verdict()).toMatchObject({
      level: 'bad',
      sentence: 'Nothing of a newsletter has left for 2 minutes: the mail server does not take it.',
    });
    const sent = { state: 'sent' as const, sentAt: clock.now().toISOString(), leaseUntil: null };
    await db.updateTable('mails').set(sent).where('subscriberId', '=', 1).execute();
    expect((await verdict()).level).toBe('good');
  });

  test('so is one that the mail server pauses', async () => {
    await using site = await siteWithSubscribers(engine, 1);
    const { db, clock } = site.app;
    const verdict = () => queueVerdict({ db, now: clock.now() } as Parameters<typeof queueVerdict>[0]);
    await site.send();
    await db
      .updateTable('issues')
      .set({ serverPauseSince: clock.now().toISOString(), nextTryAt: clock.now().toISOString() })
      .execute();
    expect((await verdict()).level).toBe('good');
    clock.advance(2 * minute);
    expect((await verdict()).sentence).toContain('has left for 2 minutes');
  });
});
