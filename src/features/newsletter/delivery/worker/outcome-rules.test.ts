import { describe, expect, test } from 'vitest';
import { applyBounceReport } from '#features/newsletter/bounces/bounce-reports.server.ts';
import { never } from '#platform/mail/queue/mail-rows.ts';
import { engines } from '#tests/support/database.ts';
import { siteWithSubscribers } from '#tests/support/site-with-subscribers.ts';
import { at, countIn, expectAllServed, letMinutesPass, troubledServer } from '#tests/support/troubled-server.ts';

describe.each(engines)('what refusals suppress, on %s', (engine) => {
  test('what an issue suppressed before its pause is undone, and tried again', async () => {
    await using site = await siteWithSubscribers(engine, 40);
    await using server = await troubledServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = (step, address) => {
      if (step !== 'rcpt') return undefined;
      return server.tried.length <= 3 ? '550 5.1.1 User unknown' : `550 5.1.0 <news@society.example>: ${address}: go`;
    };
    await deliveryWorker.sendDue();
    expect((await site.issue()).serverPauseSince).not.toBeNull();
    expect(await countIn(site, 'confirmed')).toBe(40);
    expect(
      await site.app.db.selectFrom('subscribers').select('id').where('doubtedAt', 'is not', null).execute(),
    ).toEqual([]);
    server.trouble.at = () => undefined;
    await letMinutesPass(site, deliveryWorker, 1);
    await expectAllServed(site, server, 40);
  });

  test('a complaint outlasts what a paused issue had suppressed', async () => {
    await using site = await siteWithSubscribers(engine, 5);
    await using server = await troubledServer();
    const { db, clock } = site.app;
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = (step, address) =>
      step === 'rcpt' && address.startsWith('r1@') ? '550 5.1.1 User unknown' : undefined;
    await db.updateTable('mails').set({ nextAttemptAt: '9999-01-01T00:00:00.000Z' }).where('id', '>', 1).execute();
    await deliveryWorker.sendDue();
    expect(await countIn(site, 'suppressed')).toBe(1);
    const report = { type: 'complaint', source: 'webhook', email: 'r1@example.org', reason: 'abuse' } as const;
    await applyBounceReport(db, report, clock.now());
    await db.updateTable('mails').set({ nextAttemptAt: clock.now().toISOString() }).where('id', '>', 1).execute();
    server.trouble.at = at('data', '552 5.3.4 Message size exceeds fixed limit');
    await deliveryWorker.sendDue();
    expect((await site.issue()).serverPauseSince).not.toBeNull();
    expect(await site.subscriber('r1@example.org')).toMatchObject({
      state: 'suppressed',
      suppressedBecause: 'Reported our email as spam: abuse',
      unsubscribedAt: clock.now().toISOString(),
    });
  });

  test('a trial that is refused does not count among the refusals that pause an issue', async () => {
    await using site = await siteWithSubscribers(engine, 12);
    await using server = await troubledServer();
    const { db, clock } = site.app;
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    await db.updateTable('mails').set({ nextAttemptAt: never }).where('id', '>', 9).execute();
    server.trouble.at = at('rcpt', '550 5.1.1 User unknown');
    await deliveryWorker.sendDue();
    expect(server.tried).toHaveLength(9);
    await db.updateTable('mails').set({ nextAttemptAt: clock.now().toISOString() }).where('id', '>', 9).execute();
    server.trouble.at = at('data', '552 5.3.4 Message size exceeds fixed limit');
    await deliveryWorker.sendDue();
    expect(await site.issue()).toMatchObject({ state: 'sending', serverPauseSince: expect.any(String) });
    const trial = server.tried.length + 1;
    server.trouble.at = (step) =>
      step === 'rcpt' && server.tried.length === trial ? '550 5.1.1 User unknown' : undefined;
    await letMinutesPass(site, deliveryWorker, 1);
    expect(server.tried.length).toBeGreaterThanOrEqual(trial);
    expect(await site.issue()).toMatchObject({ serverPauseSince: null, pauseReason: null });
    await letMinutesPass(site, deliveryWorker, 10);
    expect((await site.deliveries()).filter(({ state }) => state !== 'sent')).toHaveLength(1);
  });

  test('no more than 3 % are suppressed by themselves; about the others an administrator is asked', async () => {
    await using site = await siteWithSubscribers(engine, 100);
    await using server = await troubledServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = (step, address) =>
      step === 'rcpt' && /^r(20|30|40|50|60)@/.test(address) ? '550 5.1.1 No such user' : undefined;
    await deliveryWorker.sendDue();
    expect(await countIn(site, 'suppressed')).toBe(3);
    const { app } = site;
    const token = await app.signIn();
    const path = '/newsletter/admin/subscribers/pending';
    const { body } = await app.json<{ subscriberId: number; email: string }[]>('GET', path, undefined, token);
    expect(body.map(({ email }) => email)).toEqual(['r50@example.org', 'r60@example.org']);
    const told = await app.json<{ mailServer: object }>('GET', '/live/admin', undefined, token);
    expect(told.body.mailServer).toEqual({ waiting: null, pending: 2 });
    const ids = body.map(({ subscriberId }) => subscriberId);
    const suppressed = await app.json('POST', path, { subscriberIds: ids.slice(0, 1), verb: 'suppress' }, token);
    expect(suppressed).toMatchObject({ status: 200, body: { message: '1 address is suppressed.' } });
    expect((await site.subscriber('r50@example.org')).state).toBe('suppressed');
    const kept = await app.json('POST', path, { subscriberIds: ids, verb: 'keep' }, token);
    expect(kept).toMatchObject({ status: 200, body: { message: '1 address is kept.' } });
    expect((await site.subscriber('r60@example.org')).state).toBe('confirmed');
    expect((await app.json('GET', path, undefined, token)).body).toEqual([]);
    expect((await app.json('GET', path)).status).toBe(401);
  });

  test('what was suppressed more than 30 days ago takes nothing of the share', async () => {
    await using site = await siteWithSubscribers(engine, 10);
    const { db, clock } = site.app;
    const bounceOf = (email: string) =>
      applyBounceReport(db, { type: 'hard', source: 'webhook', email, reason: 'No such user' }, clock.now());
    await bounceOf('r1@example.org');
    await bounceOf('r2@example.org');
    clock.advance(31 * 86_400_000);
    await bounceOf('r3@example.org');
    const states = ['r1', 'r2', 'r3'].map(async (name) => (await site.subscriber(`${name}@example.org`)).state);
    expect(await Promise.all(states)).toEqual(['suppressed', 'confirmed', 'suppressed']);
  });
});
