import { describe, expect, test } from 'vitest';
import type { Article } from '#features/articles/article.schema.ts';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import { newsletterAnswers, sendResultSentence } from '#features/newsletter/newsletter.ts';
import type { Tables } from '#platform/db/tables.ts';
import { MailError, type Mailer } from '#platform/mail/mailer-contract.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';

const day = 86_400_000;
const states = ['queued', 'sending', 'sent', 'retry', 'failed', 'unknown', 'skipped'] as const;
type State = Tables['mails']['state'];

/** An article that was queued for one confirmed subscriber per state, `queued@example.org` and so on, and got that far. */
async function appAfterSending(engine: (typeof engines)[number], given: readonly State[]) {
  // No one listens there: the mails go into a list.
  const app = await testApp({ engine, config: { smtpUrl: 'smtp://127.0.0.1:9' } });
  const at = app.clock.now().toISOString();
  const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: at };
  for (const email of given.map((state) => `${state}@example.org`))
    await app.db
      .insertInto('subscribers')
      .values({ email, emailKey: email, state: 'confirmed', ...dates })
      .execute();
  const article = await app.json<Article>(
    'POST',
    '/articles/admin',
    anArticle({ isPublished: true }),
    await app.signIn(),
  );
  const path = `/newsletter/admin/send/${article.body.id}`;
  const send = async () => (await app.json('POST', path, undefined, await app.signIn())).body;
  await send();
  const end = { attempts: 3, smtpCode: 550, smtpAnswer: 'the answer', leaseOwner: null };
  for (const state of given)
    await app.db
      .updateTable('mails')
      .where('issueId', 'is not', null)
      .set({ state, ...end, leaseUntil: at, nextAttemptAt: at })
      .where('subscriberId', '=', (query) =>
        query.selectFrom('subscribers').select('id').where('email', '=', `${state}@example.org`),
      )
      .execute();
  await app.db.updateTable('issues').set({ state: 'done' }).execute();
  const rows = () =>
    app.db
      .selectFrom('mails')
      .where('issueId', 'is not', null)
      .innerJoin('subscribers', 'subscribers.id', 'mails.subscriberId')
      .selectAll('mails')
      .select('email')
      .orderBy('mails.id')
      .execute();
  return { app, send, rows, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

function mailbox(fail: () => void = () => {}) {
  const mails: string[] = [];
  const mailer: Mailer = {
    send: async ({ to, messageId }) => {
      fail();
      mails.push(`${to} ${messageId}`);
      return { code: 250, answer: 'ok' };
    },
    close: async () => {},
  };
  return { mails, mailer };
}

describe.each(engines)('sending again on %s', (engine) => {
  test('reaches subscribers whose mail failed or was skipped, with the same Message-ID, and no one else', async () => {
    await using post = await appAfterSending(engine, states);
    const before = await post.rows();
    post.app.clock.advance(day);
    expect(await post.send()).toMatchObject({ queued: 2, alreadySent: 2, audience: 7 });
    const again = { state: 'queued', attempts: 0, smtpCode: null, smtpAnswer: null };
    const at = post.app.clock.now().toISOString();
    const expected = before.map((row) =>
      row.state === 'failed' || row.state === 'skipped'
        ? // A later send is an issue of its own.
          { ...row, ...again, issueId: 2, leaseUntil: null, nextAttemptAt: at, createdAt: at }
        : row,
    );
    expect(await post.rows()).toEqual(expected);
    const issues = post.app.db.selectFrom('issues').select(['id', 'state']).orderBy('id');
    expect(await issues.execute()).toEqual([
      { id: 1, state: 'done' },
      { id: 2, state: 'sending' },
    ]);
  });

  test('someone who unsubscribed and subscribed again gets the skipped email, once', async () => {
    await using post = await appAfterSending(engine, ['skipped']);
    const { mails, mailer } = mailbox();
    const deliveryWorker = createDeliveryWorker({ ...post.app.context, mailer });
    const answers = await Promise.all([post.send(), post.send(), post.send()]);
    expect(answers.reduce((sum, { queued }) => sum + Number(queued), 0)).toBe(1);
    await deliveryWorker.sendDue();
    expect(mails).toEqual([`skipped@example.org ${(await post.rows())[0]?.messageId}`]);
    expect(await post.send()).toMatchObject({
      queued: 0,
      alreadySent: 1,
      message: 'Every subscriber has already been sent this article.',
    });
  });

  test('someone who has left stays skipped', async () => {
    await using post = await appAfterSending(engine, ['skipped', 'failed']);
    await post.app.db.updateTable('subscribers').set({ state: 'unsubscribed' }).execute();
    expect(await post.send()).toMatchObject({ queued: 0, alreadySent: 0, audience: 0 });
    expect((await post.rows()).map(({ state }) => state)).toEqual(['skipped', 'failed']);
  });

  test('an unconfirmed mail of a cancelled issue is not retried, neither by itself nor by sending again', async () => {
    await using post = await appAfterSending(engine, ['queued']);
    const { app } = post;
    await app.db.updateTable('issues').set({ state: 'sending' }).execute();
    let calls = 0;
    const { mailer } = mailbox(() => {
      calls++;
      throw new MailError('The connection was lost', 'unknown');
    });
    const deliveryWorker = createDeliveryWorker({ ...app.context, mailer });
    await deliveryWorker.sendDue();
    expect(await post.rows()).toMatchObject([{ state: 'unknown' }]);
    const cancel = await app.json('POST', '/newsletter/admin/issues/1/cancel', undefined, await app.signIn());
    expect(cancel.status).toBe(200);
    app.clock.advance(day);
    await deliveryWorker.sendDue();
    expect(await post.send()).toMatchObject({
      queued: 0,
      message: 'No one is left to send it to. Delivery to 1 subscriber was not confirmed.',
    });
    await deliveryWorker.sendDue();
    expect(calls).toBe(1);
  });

  test('while a worker still owns mails of a cancelled newsletter, sending again waits instead of reaching no one', async () => {
    await using post = await appAfterSending(engine, ['sending', 'skipped']);
    const { app } = post;
    await app.db.updateTable('issues').set({ state: 'cancelled' }).execute();
    expect(await post.send()).toMatchObject({ code: 'conflict', message: newsletterAnswers.stillUnderWay });
    expect((await post.rows()).map(({ state }) => state)).toEqual(['sending', 'skipped']);
    await app.db
      .updateTable('mails')
      .set({ state: 'queued', leaseOwner: null, leaseUntil: null })
      .where('id', '=', 1)
      .execute();
    const { mails, mailer } = mailbox();
    const worker = createDeliveryWorker({ ...app.context, mailer });
    await worker.finishIssues();
    expect(await post.send()).toMatchObject({ queued: 2 });
    await worker.sendDue();
    expect(mails).toHaveLength(2);
  });

  test('a mail that failed long ago gets as many attempts as a new one', async () => {
    await using post = await appAfterSending(engine, ['failed']);
    const { mailer } = mailbox(() => {
      throw new MailError('Try again later', 'temporary', 451);
    });
    post.app.clock.advance(30 * day);
    await post.send();
    await createDeliveryWorker({ ...post.app.context, mailer }).sendDue();
    expect((await post.rows())[0]).toMatchObject({ state: 'retry', attempts: 1 });
    expect(await post.send()).toMatchObject({
      queued: 0,
      alreadySent: 0,
      message: 'The newsletter is already on its way to 1 subscriber.',
    });
  });
});

test.each([
  [{ queued: 0, waiting: 0, audience: 0 }, 'You have no subscribers yet, so no one was emailed.'],
  [
    { queued: 0, waiting: 0, audience: 0, others: 2 },
    'None of your subscribers has chosen to get this, so no one was emailed.',
  ],
  [{ queued: 0, waiting: 0, audience: 3 }, 'Every subscriber has already been sent this article.'],
  [
    { queued: 0, waiting: 0, audience: 3, unknown: 2 },
    'No one is left to send it to. Delivery to 2 subscribers was not confirmed.',
  ],
  [
    { queued: 2, waiting: 0, audience: 3, kept: 1, isKept: true },
    'No mail server is set: the newsletter to 3 subscribers is kept in the outbox.',
  ],
  [{ queued: 1, waiting: 0, audience: 3 }, 'The newsletter is on its way to 1 subscriber.'],
  [{ queued: 2, waiting: 1, audience: 3 }, 'The newsletter is on its way to 2 subscribers.'],
  [
    { queued: 2, waiting: 0, audience: 3, hours: '08:00 and 20:00' },
    'The newsletter goes to 2 subscribers between 08:00 and 20:00.',
  ],
  [{ queued: 0, waiting: 2, audience: 3 }, 'The newsletter is already on its way to 2 subscribers.'],
])('%j is shown as %j', (counts, message) => {
  expect(sendResultSentence(counts)).toBe(message);
});
