import { describe, expect, test } from 'vitest';
import { applyBounceReport } from '#features/newsletter/bounces/bounce-reports.server.ts';
import { engines } from '#tests/support/database.ts';
import { siteWithSubscribers } from '#tests/support/site-with-subscribers.ts';
import { countIn, troubledServer } from '#tests/support/troubled-server.ts';

describe.each(engines)('what refusals suppress, on %s', (engine) => {
  test('two subscribers whose mailboxes do not exist delay no one', async () => {
    await using site = await siteWithSubscribers(engine, 30);
    await using server = await troubledServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = (step, address) =>
      step === 'rcpt' && /^r[12]@/.test(address) ? '550 5.1.1 User unknown' : undefined;
    await deliveryWorker.sendDue();
    expect(server.mails).toHaveLength(28);
    await deliveryWorker.finishIssues();
    expect(await countIn(site, 'suppressed')).toBe(2);
  });

  test.each([
    'Microsoft 365: 550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [AM7EUR03FT047.eop-EUR03.prod.protection.outlook.com]',
    'a code of policy: 550 5.7.1 No such user!',
  ])('addresses that no longer exist, in a row, hold up no one else, by the words of %s', async (said) => {
    const answer = said.slice(said.indexOf('550')) as `550 ${string}`;
    await using site = await siteWithSubscribers(engine, 69);
    await using server = await troubledServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    const isDead = (address: string) => Number(/^r(\d+)@/.exec(address)?.[1]) <= 31;
    server.trouble.at = (step, address) => (step === 'rcpt' && isDead(address) ? answer : undefined);
    await deliveryWorker.sendDue();
    expect(server.mails).toHaveLength(38);
    expect(await site.issue()).toMatchObject({ serverPauseSince: null, refusals: 0 });
    expect((await site.deliveries()).filter(({ state }) => state === 'failed')).toHaveLength(31);
    await deliveryWorker.finishIssues();
    // More than ten are asked about.
    expect(await countIn(site, 'suppressed')).toBe(0);
  });

  test.each([
    ['a restart', true],
    ['a second process', false],
  ])('ten refusals in the same words are counted over %s', async (_, isRestart) => {
    await using site = await siteWithSubscribers(engine, 30);
    await using server = await troubledServer();
    const [first, second] = [site.deliveryWorker(server.url), site.deliveryWorker(server.url)];
    await site.send();
    let refused = 0;
    const stops: Promise<void>[] = [];
    server.trouble.at = (step) => {
      if (step !== 'data') return undefined;
      refused += 1;
      if (isRestart && refused === 5) stops.push(first.stop());
      return '554 5.7.1 Rejected as spam';
    };
    await Promise.all(isRestart ? [first.sendDue()] : [first.sendDue(), second.sendDue()]);
    await Promise.all(stops);
    if (isRestart) {
      expect(await site.issue()).toMatchObject({ serverPauseSince: null, refusals: 5 });
      await second.sendDue();
    }
    expect(await site.issue()).toMatchObject({ serverPauseSince: expect.any(String) });
    // The other process looks every second whether it may go on.
    if (isRestart) expect(refused).toBe(10);
    expect((await site.deliveries()).every(({ state }) => state === 'queued' || state === 'retry')).toBe(true);
  });

  test('nine refusals in the same words pause nothing, ten do, and words that differ from mail to mail are ignored', async () => {
    for (const refused of [9, 10]) {
      await using site = await siteWithSubscribers(engine, 30);
      await using server = await troubledServer();
      const deliveryWorker = site.deliveryWorker(server.url);
      await site.send();
      server.trouble.at = (step, address) =>
        step === 'data' && server.tried.length > 5 && server.tried.length <= 5 + refused
          ? `554 5.7.1 Message of ${address} rejected as spam (id A${server.tried.length}F)`
          : undefined;
      await deliveryWorker.sendDue();
      const { serverPauseSince } = await site.issue();
      expect([serverPauseSince !== null, server.mails.length]).toEqual(refused === 10 ? [true, 5] : [false, 21]);
    }
  });

  test('more than ten refused addresses of one issue are suppressed only after asking an administrator', async () => {
    await using site = await siteWithSubscribers(engine, 100);
    await using server = await troubledServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = (step, address) =>
      step === 'rcpt' && /^r[1-9]?[05]@/.test(address) ? '550 5.1.1 No such user' : undefined;
    await deliveryWorker.sendDue();
    await deliveryWorker.finishIssues();
    expect(await countIn(site, 'suppressed')).toBe(0);
    const { app } = site;
    const token = await app.signIn();
    const path = '/newsletter/admin/subscribers/pending';
    const { body } = await app.json<{ subscriberId: number; email: string }[]>('GET', path, undefined, token);
    expect(body).toHaveLength(19);
    const told = await app.json<{ mailServer: object }>('GET', '/notices/admin', undefined, token);
    expect(told.body.mailServer).toEqual({ waiting: null, pending: 19 });
    const ids = body.map(({ subscriberId }) => subscriberId);
    const suppressed = await app.json('POST', path, { subscriberIds: ids.slice(0, 1), verb: 'suppress' }, token);
    expect(suppressed).toMatchObject({ status: 200, body: { message: '1 address is suppressed.' } });
    expect((await site.subscriber(body[0]?.email ?? '')).state).toBe('suppressed');
    const kept = await app.json('POST', path, { subscriberIds: ids, verb: 'keep' }, token);
    expect(kept).toMatchObject({ status: 200, body: { message: '18 addresses are kept.' } });
    await deliveryWorker.finishIssues();
    expect(await countIn(site, 'suppressed')).toBe(1);
    expect((await app.json('GET', path, undefined, token)).body).toEqual([]);
    expect((await app.json('GET', path)).status).toBe(401);
  });

  test('suppressions older than 30 days do not count towards the share', async () => {
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
