/** What was sent is kept as it went: another text, or a later send, is an issue of its own. */
import { describe, expect, test } from 'vitest';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import type { ArticleNewsletter, IssueReport } from '#features/newsletter/issues/reports/issue-reports.schema.ts';
import { never } from '#platform/mail/queue/mail-rows.ts';
import { engines } from '#tests/support/database.ts';
import { appWithSubscribers, collector, deliveriesOf } from '#tests/support/newsletter.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import type { MailView } from './mail-views.schema.ts';

const admin = '/newsletter/admin';
const nobodyListens = 'smtp://127.0.0.1:9';

async function siteWith(engine: (typeof engines)[number], count: number) {
  const site = await appWithSubscribers(engine, count);
  const { app } = site;
  app.context.config.smtpUrl = nobodyListens;
  const token = await app.signIn();
  const { mails, mailer } = collector();
  const deliveryWorker = createDeliveryWorker({ ...app.context, mailer });
  return {
    app,
    mails,
    send: async () => (await site.send()).body,
    work: async () => {
      const before = mails.length;
      await deliveryWorker.sendDue();
      await deliveryWorker.finishIssues();
      return mails.slice(before);
    },
    correct: (title: string) => app.json('PUT', '/articles/admin/1', { title }, token),
    call: async <T>(method: string, path: string, body?: unknown) => app.json<T>(method, admin + path, body, token),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const issuesOf = (app: TestApp) =>
  app.db.selectFrom('issues').select(['id', 'subject', 'state']).orderBy('id').execute();

async function addSubscriber(app: TestApp, email: string): Promise<void> {
  const at = app.clock.now().toISOString();
  const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: null };
  await app.db
    .insertInto('subscribers')
    .values({ email, emailKey: email, state: 'confirmed', ...dates })
    .execute();
}

describe.each(engines)('the text of an issue on %s', (engine) => {
  test('never changes, whatever tries to change it', async () => {
    await using site = await siteWith(engine, 1);
    await site.send();
    const change = site.app.db.updateTable('issues').set({ html: '<p>Something else</p>' });
    await expect(change.execute()).rejects.toThrow('the text of an issue never changes');
    await site.app.db.updateTable('issues').set({ state: 'paused' }).execute();
  });

  test('a later send is an issue of its own, and each shows what went out', async () => {
    await using site = await siteWith(engine, 2);
    const { app } = site;
    await site.send();
    await site.work();
    await site.correct('Bats, corrected');
    await addSubscriber(app, 'late@example.org');
    expect(await site.send()).toMatchObject({ queued: 1, alreadySent: 2 });
    expect((await site.work()).map(({ to, subject }) => `${to} ${subject}`)).toEqual([
      'late@example.org Bats, corrected',
    ]);
    expect(await issuesOf(app)).toEqual([
      { id: 1, subject: 'Bats, farms and us', state: 'done' },
      { id: 2, subject: 'Bats, corrected', state: 'done' },
    ]);
    const { body } = await site.call<ArticleNewsletter>('GET', '/articles/1/report');
    expect(body).toMatchObject({ sent: 3, report: { id: 2, total: 1 } });
    expect((await site.call('GET', '/issues/1')).body).toMatchObject({ id: 1, total: 2 });
    expect((await site.call('GET', '/issues/3')).status).toBe(404);
    const view = (await site.call<MailView>('GET', '/preview/1?issue=1')).body;
    expect(view.subject).toBe('Bats, farms and us');
    expect(await (await app.request(view.frameUrl)).text()).toContain('Bats, farms and us');
    expect((await site.call<MailView>('GET', '/preview/1')).body.subject).toBe('Bats, corrected');
  });

  test('more subscribers while it goes out with the same text belong to the same issue', async () => {
    await using site = await siteWith(engine, 2);
    await site.send();
    await addSubscriber(site.app, 'late@example.org');
    expect(await site.send()).toMatchObject({ queued: 1 });
    expect(await issuesOf(site.app)).toHaveLength(1);
  });

  test('when an issue reached no one, sending again uses the corrected text', async () => {
    await using site = await siteWith(engine, 1);
    const { app } = site;
    await site.send();
    await app.db.updateTable('mails').where('issueId', 'is not', null).set({ state: 'failed' }).execute();
    await app.db.updateTable('issues').set({ state: 'done' }).execute();
    await site.correct('Bats, corrected');
    await site.send();
    expect(await issuesOf(app)).toEqual([{ id: 2, subject: 'Bats, corrected', state: 'sending' }]);
  });

  test('a send that reaches no one says so and leaves no issue', async () => {
    await using site = await siteWith(engine, 0);
    expect(await site.send()).toMatchObject({
      queued: 0,
      message: 'You have no subscribers yet, so no one was emailed.',
    });
    expect(await issuesOf(site.app)).toEqual([]);
    await addSubscriber(site.app, 'one@example.org');
    await site.send();
    await site.work();
    await site.correct('Bats, corrected');
    expect(await site.send()).toMatchObject({ message: 'Every subscriber has already been sent this article.' });
    expect(await issuesOf(site.app)).toHaveLength(1);
  });

  test('paused and resumed it keeps its text; cancelled and sent again, the rest get the corrected one', async () => {
    await using site = await siteWith(engine, 3);
    const { app } = site;
    await site.send();
    await app.db.updateTable('mails').set({ state: 'sent' }).where('id', '=', 1).execute();
    await site.call('POST', '/issues/1/pause');
    await site.correct('Bats, corrected');
    await site.call('POST', '/issues/1/resume');
    expect(await issuesOf(app)).toHaveLength(1);
    await site.call('POST', '/issues/1/cancel');
    expect(await site.send()).toMatchObject({ queued: 2, alreadySent: 1 });
    expect((await site.work()).map(({ subject }) => subject)).toEqual(Array(2).fill('Bats, corrected'));
    expect((await issuesOf(app)).map(({ state }) => state)).toEqual(['cancelled', 'done']);
    expect((await deliveriesOf(app)).map(({ issueId, state }) => `${issueId} ${state}`)).toEqual([
      '1 sent',
      '2 sent',
      '2 sent',
    ]);
  });

  test('what is not confirmed is sent again on request with the same Message-ID, and the answer does not say that everyone has it', async () => {
    await using site = await siteWith(engine, 3);
    const { app } = site;
    await site.send();
    await site.work();
    const before = await deliveriesOf(app);
    const unknown = { state: 'unknown', nextAttemptAt: never, sentAt: null } as const;
    await app.db.updateTable('mails').set(unknown).where('id', '<', 3).execute();
    expect((await site.send()).message).toBe(
      'No one is left to send it to. Delivery to 2 subscribers was not confirmed.',
    );
    const { body: report } = await site.call<IssueReport>('GET', '/issues/1');
    expect(report).toMatchObject({ resendable: 2, outcomes: { delivered: 1, notConfirmed: 2 } });
    expect((await site.call('POST', '/issues/1/resend-unknown')).status).toBe(200);
    const { body: again } = await site.call<IssueReport>('GET', '/issues/1');
    expect(again).toMatchObject({ state: 'sending', counts: { queued: 2, sent: 1 } });
    const ids = (await site.work()).map(({ messageId }) => messageId).sort();
    expect(ids).toEqual(
      before
        .slice(0, 2)
        .map(({ messageId }) => messageId)
        .sort(),
    );
    expect((await site.call<IssueReport>('GET', '/issues/1')).body.outcomes).toMatchObject({
      delivered: 3,
      notConfirmed: 0,
    });
  });

  test('one issue of an article is cancelled without the other', async () => {
    await using site = await siteWith(engine, 2);
    const { app } = site;
    await site.send();
    await app.db.updateTable('mails').set({ state: 'sent' }).where('id', '=', 1).execute();
    await site.correct('Bats, corrected');
    await addSubscriber(app, 'late@example.org');
    await site.send();
    await site.call('POST', '/issues/1/cancel');
    expect((await deliveriesOf(app)).map(({ issueId, state }) => `${issueId} ${state}`)).toEqual([
      '1 sent',
      '1 skipped',
      '2 queued',
    ]);
    expect((await issuesOf(app)).map(({ state }) => state)).toEqual(['cancelled', 'sending']);
  });
});
