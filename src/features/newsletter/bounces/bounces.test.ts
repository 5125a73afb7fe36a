import { describe, expect, test } from 'vitest';
import { createNewsletterLinks } from '#features/newsletter/content/newsletter-links.server.ts';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import { smtpMailer } from '#platform/mail/smtp/smtp-mailer.ts';
import { engines } from '#tests/support/database.ts';
import { appWithPost, appWithSubscribers, confirmed, deliveriesOf, email, stateOf } from '#tests/support/newsletter.ts';
import { type Fault, smtpServer } from '#tests/support/smtp.ts';
import { applyBounceReport } from './bounce-reports.server.ts';
import { recordBounce } from './bounces.server.ts';
import { bounceKindOfReport } from './classify-answer.ts';

test.each([
  ['550 5.7.1 Client host [10.5.1.1] blocked', null],
  ['550 5.7.1 Client host [5.1.1.7] blocked', null],
  ['550 5.7.1 Service refused to 5.2.1.10', null],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound', 'hard'],
  ['550-5.1.1 The account does not exist.', 'hard'],
  ['550 That mailbox is closed (5.1.1).', 'hard'],
] as const)('%s is read as %s, even if the sender looks like a machine', (answer, kind) => {
  expect(bounceKindOfReport(550, answer)).toBe(kind);
});

describe.each(engines)('an address that bounces, on %s', (engine) => {
  async function appWithSubscriber() {
    const post = await appWithPost(engine);
    await confirmed(post.app, post.send);
    const bounce = (kind: 'hard' | 'soft') =>
      recordBounce(
        post.app.db,
        { subscriberId: 1, kind, source: 'webhook', messageId: '<m@x>', answer: kind },
        post.app.clock.now(),
      );
    return { ...post, bounce, [Symbol.asyncDispose]: () => post.app[Symbol.asyncDispose]() };
  }

  test('is suppressed when the same mail is first delayed and then refused permanently', async () => {
    await using post = await appWithSubscriber();
    for (const kind of ['soft', 'soft', 'hard', 'hard'] as const) await post.bounce(kind);
    expect(await stateOf(post.app)).toBe('suppressed');
    const kinds = await post.app.db.selectFrom('bounces').select('kind').orderBy('id').execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(['soft', 'hard']);
  });

  test('lifting its suppression does not bring back a subscriber who has unsubscribed since', async () => {
    await using post = await appWithSubscriber();
    const { app } = post;
    await post.bounce('hard');
    const link = new URL((await createNewsletterLinks(app.db, 'https://society.example')).ownLinks(email).oneClick);
    expect((await app.request(link.pathname + link.search, { method: 'POST' })).status).toBe(200);
    expect(await stateOf(app)).toBe('suppressed');
    const lift = await app.json('POST', '/newsletter/admin/subscribers/1/lift', undefined, await app.signIn());
    expect(lift.status).toBe(200);
    expect(await stateOf(app)).toBe('unsubscribed');
  });

  test('is suppressed even after a complaint of another: complaints do not use up the ten that are suppressed unasked', async () => {
    await using site = await appWithSubscribers(engine, 2);
    const report = (type: 'complaint' | 'hard', email: string) =>
      applyBounceReport(site.app.db, { type, email, source: 'webhook', reason: type }, site.app.clock.now());
    const subscribers = await site.app.db.selectFrom('subscribers').select('email').orderBy('id').execute();
    await report('complaint', subscribers[0]?.email ?? '');
    await report('hard', subscribers[1]?.email ?? '');
    const states = await site.app.db.selectFrom('subscribers').select('state').orderBy('id').execute();
    expect(states).toEqual([{ state: 'suppressed' }, { state: 'suppressed' }]);
  });

  test('a second bounce in a short list suppresses no one: the administrators are asked about the address', async () => {
    await using site = await appWithSubscribers(engine, 2);
    const { app } = site;
    for (const subscriberId of [1, 2]) {
      const hard = { subscriberId, kind: 'hard', source: 'webhook', messageId: `<m${subscriberId}@x>` } as const;
      await recordBounce(app.db, { ...hard, answer: '550 No such user' }, app.clock.now());
    }
    const states = await app.db.selectFrom('subscribers').select('state').orderBy('id').execute();
    expect(states).toEqual([{ state: 'suppressed' }, { state: 'confirmed' }]);
    const asked = await app.json('GET', '/newsletter/admin/subscribers/pending', undefined, await app.signIn());
    expect(asked.body).toMatchObject([{ email: 'r2@example.org' }]);
  });

  test('an address that bounces while sending is counted, and the others get their mail in the same run', async () => {
    const gone: Record<string, Fault> = {
      'r1@example.org': '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [x.outlook.com]',
      'r2@example.org': '550 5.7.1 No such user!',
    };
    await using server = await smtpServer({ fail: (step, to) => (step === 'rcpt' ? gone[to] : undefined) });
    await using site = await appWithSubscribers(engine, 30);
    const { app } = site;
    const mailer = smtpMailer(server.url, { name: 'Society', address: 'news@society.example' });
    await site.send();
    await createDeliveryWorker({ ...app.context, mailer }).sendDue();
    await mailer.close();
    expect((await deliveriesOf(app)).map(({ state }) => state)).toEqual([
      ...['failed', 'failed'],
      ...Array<string>(28).fill('sent'),
    ]);
    const bounces = await app.db
      .selectFrom('bounces')
      .select(['subscriberId', 'kind'])
      .orderBy('subscriberId')
      .execute();
    expect(bounces).toEqual([1, 2].map((subscriberId) => ({ subscriberId, kind: 'hard' })));
  });

  test('is found by the Message-ID, from which no subscriber can derive that of another', async () => {
    await using site = await appWithSubscribers(engine, 2);
    const { app } = site;
    await site.send();
    const [mine, others] = (await deliveriesOf(app)).map(({ messageId }) => messageId);
    const report = { type: 'hard', source: 'mailbox', reason: '550 5.1.1 no such user' } as const;
    const forged = mine?.replace('.1.1.', '.1.2.');
    expect(forged).not.toBe(mine);
    expect(await applyBounceReport(app.db, { ...report, messageId: forged }, app.clock.now())).toBe(false);
    expect(await applyBounceReport(app.db, { ...report, messageId: others }, app.clock.now())).toBe(true);
    const states = await app.db.selectFrom('subscribers').select('state').orderBy('id').execute();
    expect(states).toEqual([{ state: 'confirmed' }, { state: 'suppressed' }]);
    // The same again for the same subscriber, also where the deliveries were restored from before the sending.
    await app.db.deleteFrom('mails').where('issueId', 'is not', null).execute();
    await site.send();
    expect((await deliveriesOf(app)).map(({ messageId }) => messageId)).toEqual([mine]);
  });
});
