/** What became of an issue, mail by mail: taken, come back, complained about, left, erased. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import { readConfig } from '#platform/config/config.ts';
import { engines } from '#tests/support/database.ts';
import { appWithSubscribers, collector, deliveriesOf } from '#tests/support/newsletter.ts';
import type { Answer } from '#tests/support/test-app.ts';
import type { IssueReport, Recipient } from './issue-reports.schema.ts';
import { countByListedOutcome, type Outcome, outcomeSentence } from './outcome.ts';

const admin = '/newsletter/admin';
const secret = 'a secret of the provider';
type Report = { type: 'hard' | 'soft' | 'complaint'; messageId: string; reason?: string };

/** An article that `count` subscribers were sent, and a provider that reports. */
async function sentSite(engine: (typeof engines)[number], count: number) {
  const { newsletter } = readConfig({ NEWSLETTER_RATE_PER_SECOND: '10000', BOUNCE_WEBHOOK_SECRET: secret });
  const site = await appWithSubscribers(engine, count, { config: { newsletter } });
  const { app } = site;
  const token = await app.signIn();
  const deliveryWorker = createDeliveryWorker({ ...app.context, mailer: collector().mailer });
  const send = async () => {
    await site.send();
    await deliveryWorker.sendDue();
    await deliveryWorker.finishIssues();
  };
  await send();
  const messageIds = (await deliveriesOf(app)).map(({ messageId }) => messageId);
  return {
    app,
    token,
    send,
    messageIds,
    report: async (report: Report) => {
      app.clock.advance(1000);
      const body = JSON.stringify(report);
      const timestamp = String(Math.floor(app.clock.now().getTime() / 1000));
      const signed = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
      const headers = {
        'x-timestamp': timestamp,
        'x-signature': `sha256=${signed}`,
        'content-type': 'application/json',
      };
      const answer = await app.request('/api/v1/newsletter/bounces', { method: 'POST', headers, body });
      expect(answer.status).toBe(200);
    },
    progress: async (query = '') =>
      (await app.json<IssueReport>('GET', `${admin}/issues/1${query}`, undefined, token)).body,
    list: async (outcome: Outcome, query = '') =>
      (await app.json<Recipient[]>('GET', `${admin}/issues/1/recipients?outcome=${outcome}${query}`, undefined, token))
        .body,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

type Site = Awaited<ReturnType<typeof sentSite>>;

/** One came back for good, one for now and later for good, one for now, one was called spam. */
async function reported({ report, messageIds: [a = '', b = '', c = '', d = ''] }: Site): Promise<void> {
  await report({ type: 'hard', messageId: a, reason: '550 5.1.1 no such user' });
  await report({ type: 'soft', messageId: b, reason: '452 4.2.2 mailbox full' });
  await report({ type: 'hard', messageId: b, reason: '550 5.1.1 no such user' });
  await report({ type: 'soft', messageId: c, reason: '452 4.2.2 mailbox full' });
  await report({ type: 'complaint', messageId: d });
  await report({ type: 'complaint', messageId: d });
}

describe.each(engines)('what happened to an issue on %s', (engine) => {
  test('outcomes are counted from what was reported about its mails', async () => {
    await using site = await sentSite(engine, 7);
    expect(outcomeSentence(await site.progress())).toBe('Delivered to 7 of 7.');
    await reported(site);
    const progress = await site.progress();
    const { outcomes, counts } = progress;
    expect(counts.sent).toBe(7);
    expect(outcomes).toEqual({
      delivered: 3,
      bounced: 3,
      complaints: 1,
      unsubscribed: 0,
      notConfirmed: 0,
      failed: 0,
    });
    expect(outcomeSentence(progress)).toBe(
      'Delivered to 3 of 7. 2 addresses no longer exist. 1 failed. 1 spam complaint.',
    );
  });

  test('each list has pages, the reason, and a CSV', async () => {
    await using site = await sentSite(engine, 9);
    await reported(site);
    const set = (id: number, values: object) =>
      site.app.db.updateTable('mails').set(values).where('id', '=', id).execute();
    await set(8, { state: 'failed', smtpCode: 550, smtpAnswer: '5.1.1 no such user' });
    await set(9, { state: 'unknown', smtpCode: null, smtpAnswer: null });
    const emails = async (...wanted: Parameters<Site['list']>) =>
      (await site.list(...wanted)).map(({ email }) => email);
    expect(await emails('delivered')).toEqual(['r5@example.org', 'r6@example.org', 'r7@example.org']);
    expect((await site.list('failed')).map(({ email, why }) => `${email} ${why}`)).toEqual([
      'r1@example.org bounced',
      'r2@example.org bounced',
      'r3@example.org bounced',
      'r4@example.org complaint',
      'r8@example.org refused',
      'r9@example.org unconfirmed',
    ]);
    expect(countByListedOutcome((await site.progress()).outcomes)).toEqual({
      delivered: 3,
      failed: 6,
      unsubscribed: 0,
    });
    const [, , full, , refused] = await site.list('failed');
    expect(full).toMatchObject({ reason: '452 4.2.2 mailbox full' });
    expect(refused).toMatchObject({ smtpCode: 550, reason: '5.1.1 no such user' });
    for (const outcome of ['hardBounced', 'complaints', 'skipped', 'kept'])
      expect(
        (await site.app.json('GET', `${admin}/issues/1/recipients?outcome=${outcome}`, undefined, site.token)).status,
      ).toBe(400);
    const path = `${admin}/issues/1/recipients?outcome=delivered&limit=2`;
    const page = await site.app.json<Recipient[]>('GET', path, undefined, site.token);
    expect(page.headers.get('x-total-count')).toBe('3');
    expect(await emails('delivered', `&limit=2&cursor=${page.headers.get('x-next-cursor')}`)).toEqual([
      'r7@example.org',
    ]);

    await site.app.db.updateTable('subscribers').set({ email: '=cmd@example.org' }).where('id', '=', 1).execute();
    const headers = { authorization: `Bearer ${site.token}` };
    const csv = await site.app.request(`/api/v1${admin}/issues/1/recipients.csv?outcome=failed`, { headers });
    expect(csv.headers.get('content-disposition')).toContain('newsletter-1-failed.csv');
    const lines = (await csv.text()).split('\r\n');
    expect(lines[0]).toBe('"email","why","at","smtpCode","reason"');
    expect(lines[1]).toMatch(
      /^"'=cmd@example\.org","bounced","2026-11-21T12:00:0\d\.000Z","250","550 5\.1\.1 no such user"$/,
    );
    expect(lines).toHaveLength(8);
    expect((await site.app.request(`/api/v1${admin}/issues/1/recipients.csv`)).status).toBe(401);
  });

  test('a complaint reported twice is stored once, even if the mail had bounced', async () => {
    await using site = await sentSite(engine, 1);
    const messageId = site.messageIds[0] ?? '';
    for (const type of ['soft', 'complaint', 'complaint'] as const) await site.report({ type, messageId });
    const kept = await site.app.db.selectFrom('bounces').select('kind').orderBy('id').execute();
    expect(kept.map(({ kind }) => kind)).toEqual(['soft', 'complaint']);
  });

  test('across pages every subscriber is listed once, even if the last one was due first', async () => {
    await using site = await sentSite(engine, 3);
    const at = new Date(site.app.clock.now().getTime() - 60_000).toISOString();
    await site.app.db.updateTable('mails').set({ nextAttemptAt: at }).where('id', '=', 3).execute();
    const listed: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path = `${admin}/issues/1/recipients?outcome=delivered&limit=1${cursor && `&cursor=${cursor}`}`;
      const page: Answer<Recipient[]> = await site.app.json('GET', path, undefined, site.token);
      listed.push(...page.body.map(({ email }) => email));
      cursor = page.headers.get('x-next-cursor');
    }
    expect(listed).toEqual(['r3@example.org', 'r1@example.org', 'r2@example.org']);
  });

  test('someone who leaves counts for the last issue they got', async () => {
    await using site = await sentSite(engine, 4);
    const { app, token } = site;
    const leave = (email: string) => app.json('DELETE', `/newsletter/unsubscribe?email=${email}`);
    app.clock.advance(60_000);
    await leave('r1@example.org');
    app.clock.advance(60_000);
    const second = { title: 'Second', description: 'd', content: '<p>x</p>', isPublished: true };
    await app.json('POST', '/articles/admin', second, token);
    await app.json('POST', `${admin}/send/2`, undefined, token);
    await createDeliveryWorker({ ...app.context, mailer: collector().mailer }).sendDue();
    app.clock.advance(60_000);
    await leave('r2@example.org');
    expect((await site.progress()).outcomes).toMatchObject({ delivered: 4, unsubscribed: 1 });
    expect((await site.list('unsubscribed')).map(({ email }) => email)).toEqual(['r1@example.org']);
    const other = await app.json<IssueReport>('GET', `${admin}/issues/2`, undefined, token);
    expect(other.body.outcomes).toMatchObject({ delivered: 3, unsubscribed: 1 });
  });

  test('the counts stay right when subscribers are erased', async () => {
    await using site = await sentSite(engine, 7);
    const { app, token } = site;
    await reported(site);
    app.clock.advance(60_000);
    await app.json('DELETE', '/newsletter/unsubscribe?email=r5@example.org');
    const { outcomes: before } = await site.progress();
    expect(before).toMatchObject({ delivered: 3, unsubscribed: 1 });
    for (let id = 1; id <= 7; id++) await app.json('DELETE', `${admin}/subscribers/${id}`, undefined, token);
    const { outcomes } = await site.progress();
    // Who left is no longer known.
    expect(countByListedOutcome(outcomes)).toEqual({ ...countByListedOutcome(before), unsubscribed: 0 });
    expect(await site.list('delivered')).toEqual([]);
  });

  test('a mail that was not confirmed and then bounced counts as delivered to the server', async () => {
    await using site = await sentSite(engine, 2);
    await site.app.db.updateTable('mails').where('issueId', 'is not', null).set({ state: 'unknown' }).execute();
    await site.report({ type: 'hard', messageId: site.messageIds[0] ?? '', reason: '550 5.1.1 no such user' });
    expect((await site.progress()).outcomes).toMatchObject({ delivered: 0, notConfirmed: 1, bounced: 1 });
    expect((await site.list('failed')).map(({ email, why }) => `${email} ${why}`)).toEqual([
      'r1@example.org bounced',
      'r2@example.org unconfirmed',
    ]);
  });
});
