import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { siteWithReaders } from '#tests/support/readers.ts';
import { at, troubledServer } from '#tests/support/troubled-server.ts';

describe.each(engines)('what administrators are told of the mail server, on %s', (engine) => {
  test('administrators are told while the mail server refuses a newsletter', async () => {
    await using site = await siteWithReaders(engine, 3);
    await using server = await troubledServer();
    const { app } = site;
    await site.send();
    server.trouble.at = at('data', '552 5.3.4 Message size exceeds fixed limit');
    await site.deliveryWorker(server.url).sendDue();
    const path = '/newsletter/admin/mail-server';
    expect((await app.json('GET', path, undefined, await app.signIn())).body).toEqual({
      waiting: {
        since: '2026-11-21T12:00:00.000Z',
        sentence: expect.stringMatching(
          /^Waiting for the mail server: this newsletter has been too large for it since /,
        ),
        mails: 3,
      },
      pending: 0,
    });
    await site.control('pause');
    expect((await app.json('GET', path, undefined, await app.signIn())).body).toEqual({ waiting: null, pending: 0 });
  });

  test('administrators are told while the mail server takes nothing', async () => {
    await using site = await siteWithReaders(engine, 2);
    await using server = await troubledServer();
    const { app } = site;
    const path = '/newsletter/admin/mail-server';
    const token = await app.signIn();
    expect((await app.json('GET', path, undefined, token)).body).toEqual({ waiting: null, pending: 0 });
    await site.send();
    server.trouble.at = at('connect', '554 5.7.1 No SMTP service here');
    await site.deliveryWorker(server.url).sendDue();
    expect((await app.json('GET', path, undefined, token)).body).toEqual({
      waiting: {
        since: '2026-11-21T12:00:00.000Z',
        sentence:
          'Waiting for the mail server: it has turned our connections away since November 21, 2026 at 12:00 PM (“554 5.7.1 No SMTP service here”). It goes on by itself when that ends.',
        mails: 2,
      },
      pending: 0,
    });
  });
});
