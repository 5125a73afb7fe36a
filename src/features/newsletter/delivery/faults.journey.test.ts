import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { never } from '#platform/mail/queue/mail-rows.ts';
import { engines } from '#tests/support/database.ts';
import { siteWithSubscribers } from '#tests/support/site-with-subscribers.ts';
import { type Fault, type Step, smtpServer } from '#tests/support/smtp.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** A server whose behaviour a test changes as it goes. */
async function unsteadyServer(options: { asksLogin?: boolean } = {}) {
  const trouble: { at: (step: Step, address: string) => Fault } = { at: () => undefined };
  const server = await smtpServer({ ...options, fail: (step, address) => trouble.at(step, address) });
  return Object.assign(server, { trouble });
}

const atData = (fault: Fault) => (step: Step) => (step === 'data' ? fault : undefined);
const atRcpt =
  (fault: Fault, whom = /./) =>
  (step: Step, address: string) =>
    step === 'rcpt' && whom.test(address) ? fault : undefined;

describe.each(engines)('faults on %s', (engine) => {
  test('a mail whose answer was lost is not confirmed, and is not sent again by itself', async () => {
    await using site = await siteWithSubscribers(engine, 1);
    await using server = await unsteadyServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = atData('lose');
    await deliveryWorker.sendDue();
    expect(await site.deliveries()).toMatchObject([{ state: 'unknown', attempts: 1, nextAttemptAt: never }]);
    server.trouble.at = () => undefined;
    site.app.clock.advance(60 * day);
    await deliveryWorker.sendDue();
    await deliveryWorker.finishIssues();
    expect(server.mails).toHaveLength(1);
    expect((await site.issue()).state).toBe('done');
  });

  test.each([
    '550 5.1.1 The email account that you tried to reach does not exist',
    '550 5.2.1 The mailbox is disabled',
    '550 No such user here',
  ] as const)('%s: it is not tried again, and the address is suppressed', async (words) => {
    await using site = await siteWithSubscribers(engine, 2);
    await using server = await unsteadyServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = atRcpt(words, /r1@/);
    await deliveryWorker.sendDue();
    expect((await site.subscriber('r1@example.org')).state).toBe('confirmed');
    await deliveryWorker.finishIssues();
    expect(await site.deliveries()).toMatchObject([{ state: 'failed', smtpCode: 550 }, { state: 'sent' }]);
    expect(await site.subscriber('r1@example.org')).toMatchObject({
      state: 'suppressed',
      suppressedBecause: expect.stringContaining('There is no such mailbox'),
    });
    expect((await site.subscriber('r2@example.org')).state).toBe('confirmed');
  });

  test('the third full mailbox within 30 days suppresses the address; one long ago does not count', async () => {
    await using site = await siteWithSubscribers(engine, 2);
    await using server = await unsteadyServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    server.trouble.at = atRcpt('552 5.2.2 Mailbox full', /r1@/);
    const states: string[] = [];
    for (const days of [0, 31, 10, 10]) {
      site.app.clock.advance(days * day);
      const at = site.app.clock.now().getTime();
      await site.app.db
        .updateTable('mails')
        .where('issueId', 'is not', null)
        .set({ state: 'failed', messageId: sql<string>`'<' || id || '.' || ${at} || '@x>'` })
        .execute();
      await site.send();
      await deliveryWorker.sendDue();
      await deliveryWorker.finishIssues();
      states.push((await site.subscriber('r1@example.org')).state);
    }
    expect(states).toEqual(['confirmed', 'confirmed', 'confirmed', 'suppressed']);
  });

  test('refused recipients never pause an issue; at its end ten are suppressed, and about more an administrator is asked', async () => {
    for (const gone of [10, 31]) {
      await using site = await siteWithSubscribers(engine, 69);
      await using server = await unsteadyServer();
      const deliveryWorker = site.deliveryWorker(server.url);
      await site.send();
      const isGone = (address: string) => Number(/\d+/.exec(address)?.[0]) <= gone;
      server.trouble.at = (step, address) =>
        step === 'rcpt' && isGone(address) ? '550 5.1.1 User unknown in virtual table' : undefined;
      await deliveryWorker.sendDue();
      expect(server.mails).toHaveLength(69 - gone);
      expect(await site.issue()).toMatchObject({ state: 'sending', serverPauseSince: null });
      const suppressed = site.app.db.selectFrom('subscribers').select('id').where('state', '=', 'suppressed');
      expect(await suppressed.execute()).toEqual([]);
      await deliveryWorker.finishIssues();
      expect((await site.issue()).state).toBe('done');
      const doubted = site.app.db.selectFrom('subscribers').select('id').where('doubtedAt', 'is not', null);
      expect([await suppressed.execute(), await doubted.execute()].map(({ length }) => length)).toEqual(
        gone > 10 ? [0, gone] : [gone, 0],
      );
    }
  });

  test('paused by hand it sends nothing more, cancelled it skips the rest, and sending again reaches them', async () => {
    await using site = await siteWithSubscribers(engine, 30);
    await using server = await unsteadyServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    await site.control('pause');
    await deliveryWorker.sendDue();
    expect(server.mails).toHaveLength(0);
    expect(await site.control('pause')).toMatchObject({ status: 200, body: { message: 'The newsletter is paused.' } });
    await site.control('resume');
    expect(await site.control('resume')).toMatchObject({ status: 409 });
    await site.control('cancel');
    await deliveryWorker.sendDue();
    await deliveryWorker.finishIssues();
    expect(server.mails).toHaveLength(0);
    expect(await site.control('resume')).toMatchObject({
      status: 409,
      body: { message: 'This newsletter is cancelled.' },
    });
    expect(new Set((await site.deliveries()).map(({ state }) => state))).toEqual(new Set(['skipped']));
    await site.send();
    await deliveryWorker.sendDue();
    expect(server.mails).toHaveLength(30);
  });

  test.each([421, 450, 451, 452] as const)('%i at any step loses no one’s mail', async (code) => {
    await using site = await siteWithSubscribers(engine, 4);
    await using server = await unsteadyServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    const steps: Step[] = ['connect', 'mail', 'rcpt', 'data'];
    server.trouble.at = (step) => (step === steps[0] ? (steps.shift(), code) : undefined);
    for (let minutes = 0; minutes < 8; minutes++) {
      await deliveryWorker.sendDue();
      site.app.clock.advance(minute);
    }
    expect(steps).toEqual([]);
    expect((await site.deliveries()).map(({ state }) => state)).toEqual(Array(4).fill('sent'));
    expect((await site.subscriber('r1@example.org')).state).toBe('confirmed');
  });

  test('two days of attempts count from the first attempt, however long the newsletter had to wait for it', async () => {
    await using site = await siteWithSubscribers(engine, 2);
    await using server = await unsteadyServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    await site.control('pause');
    site.app.clock.advance(3 * day);
    await site.control('resume');
    server.trouble.at = atRcpt('451 4.7.1 Greylisted, come back later', /r1@/);
    await deliveryWorker.sendDue();
    expect(await site.deliveries()).toMatchObject([{ state: 'retry', attempts: 1 }, { state: 'sent' }]);
    for (let hour = 0; hour < 53; hour++) {
      site.app.clock.advance(60 * minute);
      await deliveryWorker.sendDue();
    }
    expect(await site.deliveries()).toMatchObject([{ state: 'failed' }, { state: 'sent' }]);
    expect(await site.app.db.selectFrom('bounces').selectAll().execute()).toEqual([]);
  });
});
