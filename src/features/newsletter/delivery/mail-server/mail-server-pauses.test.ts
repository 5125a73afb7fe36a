import { describe, expect, test } from 'vitest';
import { transact } from '#platform/db/db.ts';
import { never } from '#platform/mail/queue/mail-rows.ts';
import { engines } from '#tests/support/database.ts';
import { siteWithSubscribers } from '#tests/support/site-with-subscribers.ts';
import { at, expectAllServed, letMinutesPass, minute, troubledServer } from '#tests/support/troubled-server.ts';
import { claimDueDeliveries } from '../queue/due-deliveries.server.ts';

describe.each(engines)('an issue paused by the mail server, on %s', (engine) => {
  test('subscribers who leave while an issue is paused do not delay the others', async () => {
    await using site = await siteWithSubscribers(engine, 6);
    await using server = await troubledServer();
    const { db, clock } = site.app;
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    clock.advance(1000);
    server.trouble.at = at('data', '552 5.3.4 Message size exceeds fixed limit');
    await deliveryWorker.sendDue();
    await db.updateTable('subscribers').set({ state: 'unsubscribed' }).where('id', 'in', [2, 3]).execute();
    server.trouble.at = () => undefined;
    await letMinutesPass(site, deliveryWorker, 2, minute / 12);
    const states = (await site.deliveries()).map(({ state }) => state);
    expect(states).toEqual(['sent', 'skipped', 'skipped', 'sent', 'sent', 'sent']);
  });

  test('when the worker of a trial mail is killed, another mail is tried', async () => {
    await using site = await siteWithSubscribers(engine, 3);
    await using server = await troubledServer();
    const { app } = site;
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = at('data', '552 5.3.4 Message size exceeds fixed limit');
    await deliveryWorker.sendDue();
    app.clock.advance(minute);
    const claimed = await transact(app.db, (trx) =>
      claimDueDeliveries(trx, { owner: 'killed', now: app.clock.now(), limit: 5 }),
    );
    expect(claimed).toMatchObject([{ isTrial: true }]);
    server.trouble.at = () => undefined;
    for (let looks = 0; looks < 2; looks += 1) {
      app.clock.advance(minute);
      await deliveryWorker.endExpired();
      await deliveryWorker.sendDue();
    }
    await expectAllServed(site, server, 3);
  });

  test('retrying by hand does not end the pause, but tries at once', async () => {
    await using site = await siteWithSubscribers(engine, 6);
    await using server = await troubledServer();
    const { db } = site.app;
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = at('data', '552 5.3.4 Message size exceeds fixed limit');
    await deliveryWorker.sendDue();
    const { serverPauseSince } = await site.issue();
    await db.updateTable('mails').set({ state: 'unknown', nextAttemptAt: never }).where('id', '=', 6).execute();
    const tried = server.tried.length;
    expect(await site.control('resend-unknown')).toMatchObject({ status: 200 });
    const states = (await site.deliveries()).map(({ state }) => state);
    expect(states.toSorted()).toEqual(['queued', ...Array(5).fill('retry')]);
    expect((await site.issue()).serverPauseSince).toBe(serverPauseSince);
    await deliveryWorker.sendDue();
    expect(server.tried).toHaveLength(tried + 1);
  });

  test('an issue that was paused is watched again once it is resumed by hand', async () => {
    await using site = await siteWithSubscribers(engine, 20);
    await using server = await troubledServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = at('data', '552 5.3.4 Message size exceeds fixed limit');
    await deliveryWorker.sendDue();
    await site.control('pause');
    expect(await site.issue()).toMatchObject({ state: 'paused', serverPauseSince: null, nextTryAt: null });
    await site.control('resume');
    await deliveryWorker.sendDue();
    expect(server.tried).toHaveLength(20);
    expect(await site.issue()).toMatchObject({ state: 'sending', serverPauseSince: expect.any(String) });
  });

  test('resuming one issue of an article does not resume the other that is paused', async () => {
    await using site = await siteWithSubscribers(engine, 3);
    await using server = await troubledServer();
    const { app, articleId } = site;
    const deliveryWorker = site.deliveryWorker(server.url);
    const token = await app.signIn();
    await site.send();
    await site.control('pause');
    const { id: first } = await site.issue();
    await app.db.deleteFrom('mails').where('id', '=', 3).execute();
    await app.json('PUT', `/articles/admin/${articleId}`, { title: 'Corrected' }, token);
    await site.send();
    server.trouble.at = at('connect', '421 Closed');
    await deliveryWorker.sendDue();
    const resumed = await app.json('POST', `/newsletter/admin/issues/${first}/resume`, undefined, token);
    expect(resumed).toMatchObject({ status: 200 });
    const issues = await app.db.selectFrom('issues').select('state').where('id', '=', first).execute();
    expect(issues).toEqual([{ state: 'sending' }]);
  });
});
