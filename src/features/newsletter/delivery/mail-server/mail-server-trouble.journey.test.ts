import { describe, expect, test } from 'vitest';
import { openMailer } from '#platform/mail/open-mailer.ts';
import { engines } from '#tests/support/database.ts';
import { createMailWorker } from '#tests/support/newsletter.ts';
import { siteWithSubscribers } from '#tests/support/site-with-subscribers.ts';
import {
  at,
  countIn,
  expectAllServed,
  hour,
  letMinutesPass,
  minute,
  note,
  troubledServer,
} from '#tests/support/troubled-server.ts';
import type { MailServerStatus } from './mail-server.schema.ts';

describe.each(engines)('trouble of the mail server never counts against subscribers, on %s', (engine) => {
  test.each([
    ['at RCPT', 'rcpt', '550 5.1.0 <news@society.example>: Sender address rejected: User unknown'],
    ['at MAIL', 'mail', '553 5.7.1 <news@society.example>: Sender address rejected: not owned by user'],
    ['as relaying', 'rcpt', '554 5.7.1 <r1@example.org>: Relay access denied'],
    ['too large a mail', 'data', '552 5.3.4 Message size exceeds fixed limit'],
  ] as const)(
    'a server that refuses us with %s pauses the issue: at the first mail if no recipient was named, else at the tenth',
    async (_, step, answer) => {
      await using site = await siteWithSubscribers(engine, 20);
      await using server = await troubledServer();
      const deliveryWorker = site.deliveryWorker(server.url);
      await site.send();
      server.trouble.at = at(step, answer);
      await deliveryWorker.sendDue();
      expect(server.tried).toHaveLength(step === 'mail' ? 0 : 10);
      const { app } = site;
      const told = await app.json<{ mailServer: MailServerStatus }>(
        'GET',
        '/notices/admin',
        undefined,
        await app.signIn(),
      );
      const sentence =
        /^Waiting for the mail server: (it has refused our emails|this newsletter has been too large for it) since /;
      expect(told.body.mailServer.waiting).toMatchObject({ sentence: expect.stringMatching(sentence), mails: 20 });
      expect(await note(site)).toMatch(
        /^Paused since November 21, 2026 at 12:00 PM \(“.*”\)\. Sending resumes by itself\.$/,
      );
      // Resume tries once more, at once.
      expect(await site.control('resume')).toMatchObject({ status: 200 });
      expect(await site.issue()).toMatchObject({ state: 'sending' });
      await deliveryWorker.sendDue();
      await letMinutesPass(site, deliveryWorker, 5);
      if (step !== 'mail') expect(server.tried).toHaveLength(16);
      expect((await site.deliveries()).every(({ state, attempts }) => state !== 'failed' && attempts <= 1)).toBe(true);
      server.trouble.at = () => undefined;
      await letMinutesPass(site, deliveryWorker, 1);
      await expectAllServed(site, server, 20);
    },
  );

  test('a subscriber whose own server refuses us delays the others once, and only their mail fails', async () => {
    await using site = await siteWithSubscribers(engine, 10);
    await using server = await troubledServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = (step, address) =>
      step === 'rcpt' && address.startsWith('r3@') ? '550 5.7.1 Not from you' : undefined;
    await deliveryWorker.sendDue();
    await letMinutesPass(site, deliveryWorker, 2);
    const states = (await site.deliveries()).map(({ state }) => state);
    expect(states).toEqual(Array.from({ length: 10 }, (_, n) => (n === 2 ? 'failed' : 'sent')));
    expect(await site.app.db.selectFrom('bounces').selectAll().execute()).toEqual([]);
    expect(await countIn(site, 'suppressed')).toBe(0);
  });

  test('a relay that delays everyone for days makes no mail fail and suppresses no one', async () => {
    await using site = await siteWithSubscribers(engine, 8);
    await using server = await troubledServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = at('rcpt', '451 4.3.0 Temporary lookup failure');
    await deliveryWorker.sendDue();
    expect(server.tried).toHaveLength(8);
    await letMinutesPass(site, deliveryWorker, 60 * 60, 4 * hour);
    expect((await site.issue()).serverPauseReason).toContain('it has deferred every email');
    expect((await site.deliveries()).every(({ state }) => state === 'queued' || state === 'retry')).toBe(true);
    server.trouble.at = () => undefined;
    await letMinutesPass(site, deliveryWorker, 1);
    await expectAllServed(site, server, 8);
  });

  test.each([
    ['closes at once', 'connect', '421 Closed'],
    ['refuses the password', 'auth', '535 5.7.8 Bad credentials'],
    ['has no room', 'mail', '452 4.3.1 Insufficient system storage'],
  ] as const)(
    'a server that %s for 60 hours: attempts do not count, one trial a minute, then everything at once',
    async (_, step, answer) => {
      await using site = await siteWithSubscribers(engine, 12);
      await using server = await troubledServer({ asksLogin: true });
      const deliveryWorker = site.deliveryWorker(server.url.replace('//', '//user:pass@'));
      await site.app.json('POST', '/newsletter/subscribe', { email: 'new@example.org' });
      await site.send();
      server.trouble.at = at(step, answer);
      await deliveryWorker.sendDue();
      const before = server.connectionCount();
      await letMinutesPass(site, deliveryWorker, 3, minute / 4);
      // And the confirmation after 5 s, 15 s, 1 and 2 minutes.
      expect(server.connectionCount() - before).toBeLessThanOrEqual(6);
      await letMinutesPass(site, deliveryWorker, 60 * 60, 4 * hour);
      expect(await note(site)).toMatch(/^Paused since November 21, 2026 at 12:00 PM/);
      expect(new Set((await site.deliveries()).map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(
        new Set(['queued 0']),
      );
      server.trouble.at = () => undefined;
      await letMinutesPass(site, deliveryWorker, 1);
      await deliveryWorker.sendDue();
      expect(server.mails.filter(({ envelopeTo }) => envelopeTo[0] === 'new@example.org')).toHaveLength(1);
      server.mails.splice(
        0,
        server.mails.length,
        ...server.mails.filter(({ envelopeTo }) => envelopeTo[0] !== 'new@example.org'),
      );
      await expectAllServed(site, server, 12);
    },
  );

  test('without a mail server set nothing waits for one any more', async () => {
    await using site = await siteWithSubscribers(engine, 2);
    await using server = await troubledServer();
    const { app } = site;
    await site.send();
    server.trouble.at = at('connect', '421 Closed');
    await site.deliveryWorker(server.url).sendDue();
    expect(await site.issue()).toMatchObject({ serverPauseSince: expect.any(String) });
    const keeping = createMailWorker({ ...app.context, mailer: openMailer(app.context.config) });
    app.clock.advance(minute);
    await keeping.sendDue();
    expect(await site.issue()).toMatchObject({ serverPauseSince: null });
    expect((await site.deliveries()).map(({ state }) => state)).toEqual(['kept', 'kept']);
  });
});
