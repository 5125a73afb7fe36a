import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { siteWithSubscribers } from '#tests/support/site-with-subscribers.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { at, troubledServer } from '#tests/support/troubled-server.ts';
import type { MailServerStatus } from './mail-server.schema.ts';

const told = async (app: TestApp) =>
  (await app.json<{ mailServer: MailServerStatus }>('GET', '/notices/admin', undefined, await app.signIn())).body
    .mailServer;

describe.each(engines)('what administrators are told of the mail server, on %s', (engine) => {
  test('administrators are told while the mail server refuses a newsletter', async () => {
    await using site = await siteWithSubscribers(engine, 3);
    await using server = await troubledServer();
    const { app } = site;
    await site.send();
    server.trouble.at = at('data', '552 5.3.4 Message size exceeds fixed limit');
    await site.deliveryWorker(server.url).sendDue();
    expect(await told(app)).toEqual({
      waiting: {
        since: '2026-11-21T12:00:00.000Z',
        sentence: expect.stringMatching(
          /^Waiting for the mail server: this newsletter has been too large for it since /,
        ),
        mails: 3,
      },
      pending: 0,
    });
    await app.db.updateTable('mails').set({ state: 'sending' }).where('id', '=', 1).execute();
    expect((await told(app)).waiting?.mails).toBe(3);
    await app.db.updateTable('mails').set({ state: 'queued' }).where('id', '=', 1).execute();
    await site.control('pause');
    expect(await told(app)).toEqual({ waiting: null, pending: 0 });
  });

  test('administrators are told while the mail server takes nothing', async () => {
    await using site = await siteWithSubscribers(engine, 2);
    await using server = await troubledServer();
    const { app } = site;
    expect(await told(app)).toEqual({ waiting: null, pending: 0 });
    await site.send();
    server.trouble.at = at('connect', '554 5.7.1 No SMTP service here');
    await site.deliveryWorker(server.url).sendDue();
    expect(await told(app)).toEqual({
      waiting: {
        since: '2026-11-21T12:00:00.000Z',
        sentence:
          'Waiting for the mail server: it has turned our connections away since November 21, 2026 at 12:00 PM (“554 5.7.1 No SMTP service here”). Sending resumes by itself.',
        mails: 2,
      },
      pending: 0,
    });
  });

  test('administrators are told when only confirmations wait, and the first accepted one releases the others', async () => {
    await using site = await siteWithSubscribers(engine, 1);
    await using server = await troubledServer();
    const { app } = site;
    const worker = site.deliveryWorker(server.url);
    server.trouble.at = at('connect', '554 5.7.1 No SMTP service here');
    for (const name of ['ann', 'ben']) {
      await app.json('POST', '/newsletter/subscribe', { email: `${name}@example.org` });
      await worker.sendDue();
    }
    expect(await told(app)).toEqual({ waiting: null, pending: 0 });
    app.clock.advance(6 * 60_000);
    await worker.sendDue();
    expect(await told(app)).toMatchObject({
      waiting: {
        mails: 2,
        sentence: expect.stringMatching(
          /^Waiting for the mail server: it has deferred every email since .*No SMTP service here/,
        ),
      },
    });
    await app.db.updateTable('mails').set({ state: 'sending' }).where('id', '=', 1).execute();
    expect((await told(app)).waiting?.mails).toBe(2);
    await app.db.updateTable('mails').set({ state: 'retry' }).where('id', '=', 1).execute();
    server.trouble.at = () => undefined;
    // Of one the wait is over: it tells that the server is back, and the other follows.
    app.clock.advance(5 * 60_000);
    await app.db.updateTable('mails').set({ nextAttemptAt: '2026-11-22T12:00:00.000Z' }).where('id', '=', 2).execute();
    await worker.sendDue();
    const states = await app.db.selectFrom('mails').select('state').execute();
    expect(states.map(({ state }) => state)).toEqual(['sent', 'sent']);
    expect(await told(app)).toEqual({ waiting: null, pending: 0 });
  });
});
