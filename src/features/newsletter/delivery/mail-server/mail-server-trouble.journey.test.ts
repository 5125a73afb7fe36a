import { describe, expect, test } from 'vitest';
import { noteReport } from '#features/newsletter/bounces/bounce-reports.server.ts';
import type { IssueReport } from '#features/newsletter/issues/reports/issue-reports.schema.ts';
import { transact } from '#platform/db/db.ts';
import { openMailer } from '#platform/mail/open-mailer.ts';
import { engines } from '#tests/support/database.ts';
import { createMailWorker } from '#tests/support/newsletter.ts';
import { siteWithReaders } from '#tests/support/readers.ts';
import { type Fault, type Step, smtpServer } from '#tests/support/smtp.ts';
import { claimDue, never } from '../queue/delivery-queue.server.ts';

const minute = 60_000;
const hour = 60 * minute;

type Site = Awaited<ReturnType<typeof siteWithReaders>>;

async function troubledServer(options: { asksLogin?: boolean } = {}) {
  const trouble: { at: (step: Step, address: string) => Fault } = { at: () => undefined };
  const tried: string[] = [];
  const server = await smtpServer({
    ...options,
    fail: (step, address) => {
      if (step === 'rcpt') tried.push(address);
      return trouble.at(step, address);
    },
  });
  return Object.assign(server, { trouble, tried });
}

const at = (where: Step, fault: Fault) => (step: Step) => (step === where ? fault : undefined);

async function letMinutesPass(
  site: Site,
  deliveryWorker: ReturnType<Site['deliveryWorker']>,
  minutes: number,
  stepMs = minute,
) {
  for (let passed = 0; passed < minutes * minute; passed += stepMs) {
    site.app.clock.advance(stepMs);
    await deliveryWorker.sendDue();
  }
}

async function note(site: Site): Promise<string | null | undefined> {
  const { app } = site;
  const { body } = await app.json<IssueReport[]>('GET', '/newsletter/admin/issues', undefined, await app.signIn());
  return body[0]?.note;
}

async function countIn(site: Site, state: 'suppressed' | 'confirmed'): Promise<number> {
  return (await site.app.db.selectFrom('subscribers').select('id').where('state', '=', state).execute()).length;
}

/** What nobody has to do anything about: all was sent once, nobody is suppressed, nothing is held. */
async function expectAllServed(site: Site, server: { mails: { envelopeTo: string[] }[] }, readers: number) {
  expect((await site.deliveries()).map(({ state }) => state)).toEqual(Array(readers).fill('sent'));
  expect(new Set(server.mails.map(({ envelopeTo }) => envelopeTo[0])).size).toBe(readers);
  expect(server.mails).toHaveLength(readers);
  expect(await countIn(site, 'suppressed')).toBe(0);
  expect(await site.app.db.selectFrom('bounces').selectAll().execute()).toEqual([]);
  expect((await site.issue()).heldSince).toBeNull();
  expect(await site.app.db.selectFrom('mailBreaker').selectAll().execute()).toEqual([]);
}

describe.each(engines)('trouble of the mail server is never the readers’, on %s', (engine) => {
  test.each([
    ['at RCPT', 'rcpt', '550 5.1.0 <news@society.example>: Sender address rejected: User unknown'],
    ['at MAIL', 'mail', '553 5.7.1 <news@society.example>: Sender address rejected: not owned by user'],
    ['as relaying', 'rcpt', '554 5.7.1 <r1@example.org>: Relay access denied'],
    ['too large a mail', 'data', '552 5.3.4 Message size exceeds fixed limit'],
  ] as const)('a server that refuses us %s holds the issue at the first mail', async (_, step, answer) => {
    await using site = await siteWithReaders(engine, 20);
    await using server = await troubledServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = at(step, answer);
    await deliveryWorker.sendDue();
    if (step !== 'mail') expect(server.tried).toHaveLength(1);
    const { app } = site;
    const told = await app.json('GET', '/newsletter/admin/mail-server', undefined, await app.signIn());
    expect(told.body).toMatchObject({ waiting: { sentence: await note(site), mails: 20 } });
    expect(await note(site)).toMatch(
      /^Waiting for the mail server: (it has refused our mail|this newsletter has been too large for it) since /,
    );
    // Resume tries once more, at once.
    expect(await site.control('resume')).toMatchObject({ status: 200, body: { state: 'sending' } });
    await deliveryWorker.sendDue();
    await letMinutesPass(site, deliveryWorker, 5);
    if (step !== 'mail') expect(server.tried).toHaveLength(7);
    expect(new Set((await site.deliveries()).map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(
      new Set(['queued 0']),
    );
    server.trouble.at = () => undefined;
    await letMinutesPass(site, deliveryWorker, 1);
    await expectAllServed(site, server, 20);
  });

  test('a reader whose own server refuses us delays the others once, and fails alone', async () => {
    await using site = await siteWithReaders(engine, 10);
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

  test('a relay that puts everybody off for days fails and suppresses nobody', async () => {
    await using site = await siteWithReaders(engine, 8);
    await using server = await troubledServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = at('rcpt', '451 4.3.0 Temporary lookup failure');
    await deliveryWorker.sendDue();
    expect(server.tried).toHaveLength(3);
    await letMinutesPass(site, deliveryWorker, 60 * 60, 4 * hour);
    expect(await note(site)).toContain('it has put off every mail since');
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
    'a server that %s for 60 hours: no attempt, one probe a minute, then all at once',
    async (_, step, answer) => {
      await using site = await siteWithReaders(engine, 12);
      await using server = await troubledServer({ asksLogin: true });
      const deliveryWorker = site.deliveryWorker(server.url.replace('//', '//user:pass@'));
      await site.app.json('POST', '/newsletter/subscribe', { email: 'new@example.org' });
      await site.send();
      server.trouble.at = at(step, answer);
      await deliveryWorker.sendDue();
      const before = server.connectionCount();
      await letMinutesPass(site, deliveryWorker, 3, minute / 4);
      expect(server.connectionCount() - before).toBeLessThanOrEqual(3);
      await letMinutesPass(site, deliveryWorker, 60 * 60, 4 * hour);
      expect(await note(site)).toMatch(/^Waiting for the mail server: .* since November 21, 2026 at 12:00 PM/);
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

  test('what an issue suppressed before it is held is undone, and tried again', async () => {
    await using site = await siteWithReaders(engine, 40);
    await using server = await troubledServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = (step, address) => {
      if (step !== 'rcpt') return undefined;
      return server.tried.length <= 3 ? '550 5.1.1 User unknown' : `550 5.1.0 <news@society.example>: ${address}: go`;
    };
    await deliveryWorker.sendDue();
    expect((await site.issue()).heldSince).not.toBeNull();
    expect(await countIn(site, 'confirmed')).toBe(40);
    expect(await site.app.db.selectFrom('pendingSuppressions').selectAll().execute()).toEqual([]);
    server.trouble.at = () => undefined;
    await letMinutesPass(site, deliveryWorker, 1);
    await expectAllServed(site, server, 40);
  });

  test('a complaint outlasts what a held issue had suppressed', async () => {
    await using site = await siteWithReaders(engine, 5);
    await using server = await troubledServer();
    const { db, clock } = site.app;
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = (step, address) =>
      step === 'rcpt' && address.startsWith('r1@') ? '550 5.1.1 User unknown' : undefined;
    await db.updateTable('deliveries').set({ nextAttemptAt: '9999-01-01T00:00:00.000Z' }).where('id', '>', 1).execute();
    await deliveryWorker.sendDue();
    expect(await countIn(site, 'suppressed')).toBe(1);
    const report = { type: 'complaint', source: 'webhook', email: 'r1@example.org', reason: 'abuse' } as const;
    await noteReport(db, report, clock.now());
    await db.updateTable('deliveries').set({ nextAttemptAt: clock.now().toISOString() }).where('id', '>', 1).execute();
    server.trouble.at = at('data', '552 5.3.4 Message size exceeds fixed limit');
    await deliveryWorker.sendDue();
    expect((await site.issue()).heldSince).not.toBeNull();
    expect(await site.subscriber('r1@example.org')).toMatchObject({
      state: 'suppressed',
      suppressedBecause: 'Reported our mail as spam: abuse',
      unsubscribedAt: clock.now().toISOString(),
    });
  });

  test('readers who leave while an issue is held do not delay the others', async () => {
    await using site = await siteWithReaders(engine, 6);
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

  test('a probe whose worker was killed is followed by the next one', async () => {
    await using site = await siteWithReaders(engine, 3);
    await using server = await troubledServer();
    const { app } = site;
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = at('data', '552 5.3.4 Message size exceeds fixed limit');
    await deliveryWorker.sendDue();
    app.clock.advance(minute);
    const claimed = await transact(app.db, (trx) => claimDue(trx, { owner: 'killed', now: app.clock.now(), limit: 5 }));
    expect(claimed).toMatchObject([{ isProbe: true }]);
    server.trouble.at = () => undefined;
    for (let looks = 0; looks < 2; looks += 1) {
      app.clock.advance(minute / 2);
      await deliveryWorker.takeOverExpired();
      await deliveryWorker.sendDue();
    }
    await expectAllServed(site, server, 3);
  });

  test('what is tried again by hand does not lift a hold, but probes at once', async () => {
    await using site = await siteWithReaders(engine, 6);
    await using server = await troubledServer();
    const { db } = site.app;
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = at('data', '552 5.3.4 Message size exceeds fixed limit');
    await deliveryWorker.sendDue();
    const { heldSince } = await site.issue();
    await db.updateTable('deliveries').set({ state: 'unknown', nextAttemptAt: never }).where('id', '=', 6).execute();
    const tried = server.tried.length;
    expect(await site.control('resend-unknown')).toMatchObject({ status: 200, body: { counts: { queued: 6 } } });
    expect((await site.issue()).heldSince).toBe(heldSince);
    await deliveryWorker.sendDue();
    expect(server.tried).toHaveLength(tried + 1);
  });

  test('an issue that was held is watched again once it goes on by hand', async () => {
    await using site = await siteWithReaders(engine, 20);
    await using server = await troubledServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    server.trouble.at = at('data', '552 5.3.4 Message size exceeds fixed limit');
    await deliveryWorker.sendDue();
    await site.control('pause');
    expect(await site.issue()).toMatchObject({ state: 'paused', heldSince: null, nextProbeAt: null });
    await site.control('resume');
    server.trouble.at = at('rcpt', '550 5.1.1 User unknown');
    await deliveryWorker.sendDue();
    expect(await site.issue()).toMatchObject({ state: 'paused', heldSince: null });
    expect(await countIn(site, 'suppressed')).toBe(0);
  });

  test('resuming one issue of an article does not mean the other that waits', async () => {
    await using site = await siteWithReaders(engine, 3);
    await using server = await troubledServer();
    const { app, articleId } = site;
    const deliveryWorker = site.deliveryWorker(server.url);
    const token = await app.signIn();
    await site.send();
    await site.control('pause');
    const { id: first } = await site.issue();
    await app.db.deleteFrom('deliveries').where('id', '=', 3).execute();
    await app.json('PUT', `/articles/admin/${articleId}`, { title: 'Corrected' }, token);
    await site.send();
    server.trouble.at = at('connect', '421 Closed');
    await deliveryWorker.sendDue();
    const resumed = await app.json(
      'POST',
      `/newsletter/admin/issues/${articleId}/resume?issue=${first}`,
      undefined,
      token,
    );
    expect(resumed).toMatchObject({ status: 200, body: { state: 'sending' } });
  });

  test('without a mail server nothing waits for one any more', async () => {
    await using site = await siteWithReaders(engine, 2);
    await using server = await troubledServer();
    const { app } = site;
    await site.send();
    server.trouble.at = at('connect', '421 Closed');
    await site.deliveryWorker(server.url).sendDue();
    expect(await app.db.selectFrom('mailBreaker').selectAll().execute()).toHaveLength(1);
    const keeping = createMailWorker({ ...app.context, mailer: openMailer(app.context.config) });
    app.clock.advance(minute);
    await keeping.sendDue();
    expect(await app.db.selectFrom('mailBreaker').selectAll().execute()).toEqual([]);
    expect((await site.deliveries()).map(({ state }) => state)).toEqual(['kept', 'kept']);
  });

  test('no more than 3 % are suppressed by themselves; about the others an administrator is asked', async () => {
    await using site = await siteWithReaders(engine, 100);
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
    const told = await app.json('GET', '/newsletter/admin/mail-server', undefined, token);
    expect(told.body).toEqual({ waiting: null, pending: 2 });
    const ids = body.map(({ subscriberId }) => subscriberId);
    const suppressed = await app.json('POST', `${path}/suppress`, { subscriberIds: ids.slice(0, 1) }, token);
    expect(suppressed).toMatchObject({ status: 200, body: { message: '1 address is suppressed.' } });
    expect((await site.subscriber('r50@example.org')).state).toBe('suppressed');
    const kept = await app.json('POST', `${path}/keep`, { subscriberIds: ids }, token);
    expect(kept).toMatchObject({ status: 200, body: { message: '1 address is kept.' } });
    expect((await site.subscriber('r60@example.org')).state).toBe('confirmed');
    expect((await app.json('GET', path, undefined, token)).body).toEqual([]);
    expect((await app.json('GET', path)).status).toBe(401);
  });

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
