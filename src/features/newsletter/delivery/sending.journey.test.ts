import { describe, expect, test } from 'vitest';
import type { Article } from '#features/articles/article.schema.ts';
import { applyBounceReport } from '#features/newsletter/bounces/bounce-reports.server.ts';
import { MailError } from '#platform/mail/mailer-contract.ts';
import { leaseMs, recordOutcome } from '#platform/mail/queue/mail-rows.ts';
import { smtpMailer } from '#platform/mail/smtp/smtp-mailer.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { appWithSubscribers, collector, createMailWorker, deliveriesOf } from '#tests/support/newsletter.ts';
import { type Fault, type Step, smtpServer } from '#tests/support/smtp.ts';
import { testApp } from '#tests/support/test-app.ts';
import { claimDueDeliveries } from './queue/due-deliveries.server.ts';
import { createDeliveryWorker } from './worker/delivery-worker.server.ts';

const minute = 60_000;
const mailFrom = { name: 'Society', address: 'news@society.example' };

describe.each(engines)('sending on %s', (engine) => {
  test('clicking send ten times at the same moment reaches each subscriber once', async () => {
    await using post = await appWithSubscribers(engine, 100);
    const answers = await Promise.all(Array.from({ length: 10 }, post.send));
    expect(answers.reduce((sum, { body }) => sum + Number(body.queued), 0)).toBe(100);
    const { mails, mailer } = collector();
    const workers = [1, 2].map(() => createDeliveryWorker({ ...post.app.context, mailer }));
    await Promise.all(workers.map((worker) => worker.sendDue()));
    expect(new Set(mails.map(({ to }) => to)).size).toBe(100);
    expect(mails).toHaveLength(100);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(100);
  });

  test('a draft is refused, an unknown article is not found', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const draft = await app.json<Article>('POST', '/articles/admin', anArticle(), token);
    const send = (id: number | string) => app.json('POST', `/newsletter/admin/send/${id}`, undefined, token);
    expect(await send(draft.body.id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await send(99_999)).toMatchObject({ status: 404, body: { message: 'Article not found' } });
    expect((await send('1x')).status).toBe(404);
  });

  test('a subscriber who leaves after the click is skipped', async () => {
    await using post = await appWithSubscribers(engine, 2);
    await post.send();
    await post.app.json('DELETE', '/newsletter/unsubscribe?email=r1@example.org');
    const { mails, mailer } = collector();
    await createDeliveryWorker({ ...post.app.context, mailer }).sendDue();
    expect((await deliveriesOf(post.app)).map(({ state }) => state)).toEqual(['skipped', 'sent']);
    expect(mails.map(({ to }) => to)).toEqual(expect.arrayContaining(['r2@example.org']));
    expect(mails.filter(({ subject }) => subject === 'Bats, farms and us')).toHaveLength(1);
  });

  test('a skipped subscriber has a reason', async () => {
    await using post = await appWithSubscribers(engine, 2);
    await post.send();
    await post.app.json('DELETE', '/newsletter/unsubscribe?email=r1@example.org');
    const bounce = { type: 'hard', source: 'webhook', email: 'r2@example.org', reason: '550 no such user' } as const;
    await applyBounceReport(post.app.db, bounce, post.app.clock.now());
    await createDeliveryWorker({ ...post.app.context, mailer: collector().mailer }).sendDue();
    expect(await deliveriesOf(post.app)).toMatchObject([
      { state: 'skipped', smtpAnswer: 'No longer subscribed' },
      { state: 'skipped', smtpAnswer: 'The address is suppressed' },
    ]);
  });

  test('each failure at the server ends in its state, and a retry has the same Message-ID', async () => {
    const faults: Record<string, [Step, Fault]> = {
      'r1@example.org': ['rcpt', '550 5.1.1 No such user'],
      'r2@example.org': ['rcpt', '451 4.2.1 Later'],
      'r3@example.org': ['data', 'drop'],
      'r4@example.org': ['data', '554 5.2.1 Mailbox closed'],
      'r5@example.org': ['rcpt', 'drop'],
    };
    let isBroken = true;
    await using server = await smtpServer({
      fail: (step, address) => {
        const [at, fault] = faults[address] ?? [];
        return isBroken && at === step ? fault : undefined;
      },
    });
    await using post = await appWithSubscribers(engine, 6);
    const mailer = smtpMailer(server.url, mailFrom);
    const deliveryWorker = createDeliveryWorker({ ...post.app.context, mailer });
    await post.send();
    await deliveryWorker.sendDue();
    const before = await deliveriesOf(post.app);
    expect(before.map(({ state }) => state)).toEqual(['failed', 'retry', 'unknown', 'failed', 'retry', 'sent']);
    expect(before.map(({ smtpCode }) => smtpCode)).toEqual([550, 451, null, 554, null, 250]);
    isBroken = false;
    await deliveryWorker.sendDue();
    expect(server.mails).toHaveLength(1);
    post.app.clock.advance(minute);
    await deliveryWorker.sendDue();
    await mailer.close();
    const after = await deliveriesOf(post.app);
    expect(after.map(({ state }) => state)).toEqual(['failed', 'sent', 'unknown', 'failed', 'sent', 'sent']);
    expect(after.map(({ messageId }) => messageId)).toEqual(before.map(({ messageId }) => messageId));
    expect(server.mails.map(({ messageId }) => messageId)).toEqual(
      expect.arrayContaining([after[1]?.messageId, after[4]?.messageId]),
    );
  });

  test('a delayed subscriber is tried after 1, 2, 4… 60 minutes, for two days', async () => {
    await using post = await appWithSubscribers(engine, 2);
    const { mailer } = collector(({ to }) => {
      if (to === 'r1@example.org') throw new MailError('452 4.2.2 Full', 'temporary', 452, { step: 'recipient' });
    });
    const deliveryWorker = createDeliveryWorker({ ...post.app.context, mailer });
    await post.send();
    const waits: number[] = [];
    for (;;) {
      await deliveryWorker.sendDue();
      const [row] = await deliveriesOf(post.app);
      if (row?.state !== 'retry') break;
      const wait = Date.parse(row.nextAttemptAt) - post.app.clock.now().getTime();
      waits.push(wait / minute);
      post.app.clock.advance(wait);
    }
    for (const [index, full] of [1, 2, 4, 8, 16, 32, 60, 60, 60].entries()) {
      expect(waits[index]).toBeLessThanOrEqual(full);
      expect(waits[index]).toBeGreaterThanOrEqual(full * 0.8);
    }
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(40 * 60);
    expect((await deliveriesOf(post.app))[0]).toMatchObject({ state: 'failed', smtpAnswer: '452 4.2.2 Full' });
  });

  test('mails of a dead worker are sent by another with the same Message-ID, and the first cannot record their outcome', async () => {
    await using post = await appWithSubscribers(engine, 1);
    const { app } = post;
    await post.send();
    const owner = 'lost';
    const claim = { owner, now: app.clock.now(), limit: 5 };
    const [claimed] = await app.db.transaction().execute((trx) => claimDueDeliveries(trx, claim));
    const { mails, mailer } = collector();
    const deliveryWorker = createDeliveryWorker({ ...app.context, mailer });
    app.clock.advance(leaseMs - 1);
    await deliveryWorker.endExpired();
    expect(await deliveryWorker.sendDue()).toBe(0);
    app.clock.advance(2);
    await deliveryWorker.endExpired();
    expect(await deliveryWorker.sendDue()).toBe(1);
    expect(mails[0]?.messageId).toBe(claimed?.messageId);
    const outcome = { state: 'failed', code: null, answer: 'too late' } as const;
    const late = { id: claimed?.id ?? 0, owner, now: app.clock.now(), outcome };
    expect(await recordOutcome(app.db, late)).toBe(false);
    expect((await deliveriesOf(app))[0]?.state).toBe('sent');
  });

  test('a worker that was frozen past its lease does not begin mails it no longer owns', async () => {
    await using post = await appWithSubscribers(engine, 6);
    const { app } = post;
    const second = collector();
    const other = createDeliveryWorker({ ...app.context, mailer: second.mailer });
    let isFrozen = false;
    const first = collector();
    const frozen = createDeliveryWorker({
      ...app.context,
      connections: 1,
      mailer: {
        ...first.mailer,
        send: async (mail, options) => {
          // The freeze: the lease ends, the other worker takes over and sends, then this one wakes up.
          if (!isFrozen) {
            isFrozen = true;
            app.clock.advance(leaseMs + 1);
            await other.endExpired();
            await other.sendDue();
          }
          return first.mailer.send(mail, options);
        },
      },
    });
    await post.send();
    await frozen.sendDue();
    expect(second.mails).toHaveLength(6);
    expect(first.mails).toEqual([]);
    expect((await deliveriesOf(app)).map(({ state }) => state)).toEqual(Array(6).fill('sent'));
  });

  test('a stop finishes the mails under way and releases the rest', async () => {
    await using server = await smtpServer({ delay: 50 });
    await using post = await appWithSubscribers(engine, 20);
    const mailer = smtpMailer(server.url, mailFrom);
    const deliveryWorker = createDeliveryWorker({ ...post.app.context, mailer, connections: 2 });
    await post.send();
    const sending = deliveryWorker.sendDue();
    await server.waitForMails(2);
    await deliveryWorker.stop();
    await sending;
    await mailer.close();
    const states = (await deliveriesOf(post.app)).map(({ state }) => state);
    expect(states.filter((state) => state === 'sent')).toHaveLength(server.mails.length);
    expect(states.filter((state) => state === 'queued')).toHaveLength(20 - server.mails.length);
    expect((await deliveriesOf(post.app)).every(({ leaseOwner }) => leaseOwner === null)).toBe(true);
  });

  test('a confirmation whose answer was lost is sent again on request, not by itself', async () => {
    await using app = await testApp({ engine });
    let failures = 1;
    const { mails, mailer } = collector(() => {
      if (failures-- > 0) throw new MailError('connection lost', 'unknown');
    });
    const deliveryWorker = createMailWorker({ ...app.context, mailer });
    await app.json('POST', '/newsletter/subscribe', { email: 'r@example.org' });
    await deliveryWorker.sendDue();
    expect(mails).toHaveLength(0);
    app.clock.advance(60 * minute);
    await deliveryWorker.sendDue();
    expect(mails).toHaveLength(0);
    await app.json('POST', '/newsletter/subscribe', { email: 'r@example.org' });
    await deliveryWorker.sendDue();
    expect(mails).toHaveLength(1);
  });
});
