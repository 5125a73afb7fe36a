/** A site that has no mail server at first: what it keeps is no one's, until one is set and the article is sent again. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { IssueDraft } from '#features/newsletter/issues/drafts/issue-draft.schema.ts';
import type { SendAnswer } from '#features/newsletter/issues/issues.schema.ts';
import type { IssueReport } from '#features/newsletter/issues/reports/issue-reports.schema.ts';
import { openMailer } from '#platform/mail/open-mailer.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { appWithSubscribers, createMailWorker, deliveriesOf, subscribe } from '#tests/support/newsletter.ts';
import { smtpServer } from '#tests/support/smtp.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { sweepOutboxFiles } from './outbox-files.server.ts';

const admin = '/newsletter/admin';

/** Sends what is due as a worker does that was started with the settings of now. */
async function work({ context }: TestApp): Promise<void> {
  const mailer = openMailer(context.config);
  await createMailWorker({ ...context, mailer }).sendDue();
  await mailer.close();
}

function filesOf({ context }: TestApp): string[] {
  return readdirSync(join(context.config.dataDir, 'outbox'));
}

const subscribers = (app: TestApp) => app.db.selectFrom('subscribers').selectAll().orderBy('id').execute();

/** 3 subscribers, to whom an article was published, and one who has just subscribed: all of it kept. */
async function keptSite(engine: (typeof engines)[number]) {
  const site = await appWithSubscribers(engine, 3);
  const { app } = site;
  const answer = (await site.send()).body;
  await subscribe(app, 'new@example.org');
  await work(app);
  const token = await app.signIn();
  return {
    ...site,
    answer,
    call: async <T>(method: string, path: string) => app.json<T>(method, admin + path, undefined, token),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

describe.each(engines)('mails kept for want of a server on %s', (engine) => {
  test('are not counted as kept while the newsletter can be undone', async () => {
    await using site = await appWithSubscribers(engine, 3);
    const { app } = site;
    const token = await app.signIn();
    const send = (body?: unknown) => app.json<SendAnswer>('POST', `${admin}/send/1`, body, token);
    expect((await send({ holdSeconds: 60 })).body.message).toBe(
      'No mail server is set: the newsletter to 3 subscribers will be kept in the outbox.',
    );
    expect((await send()).body.message).toBe(
      'No mail server is set: the newsletter to 3 subscribers is kept in the outbox.',
    );
  });

  test('are not counted as sent', async () => {
    await using site = await keptSite(engine);
    const { app, call } = site;
    expect(site.answer).toMatchObject({
      queued: 3,
      alreadySent: 0,
      isKept: true,
      message: 'No mail server is set: the newsletter to 3 subscribers is kept in the outbox.',
    });
    expect((await deliveriesOf(app)).map(({ state, sentAt }) => `${state} ${sentAt}`)).toEqual(
      Array(3).fill('kept null'),
    );
    expect(filesOf(app)).toHaveLength(4);
    const progress = (await call<IssueReport>('GET', '/issues/1')).body;
    expect(progress.counts).toMatchObject({ sent: 0, kept: 3 });
    expect(progress.outcomes.delivered).toBe(0);
    expect((await call<SendAnswer>('POST', '/send/1')).body).toMatchObject({ queued: 0, alreadySent: 0 });
    const issues = await app.db.selectFrom('issues').select('id').execute();
    expect(issues).toHaveLength(1);
  });

  test('are removed with their subscriber and their article, and a test email stays', async () => {
    await using site = await keptSite(engine);
    const { app, call } = site;
    await call('POST', '/test/1');
    expect(filesOf(app)).toHaveLength(5);
    const [first] = await subscribers(app);
    await call('DELETE', `/subscribers/${first?.id}`);
    expect(filesOf(app)).toHaveLength(4);
    await app.json('DELETE', '/articles/admin/1', undefined, await app.signIn());
    await sweepOutboxFiles(app.context);
    expect(filesOf(app).map((name) => name.split('-').at(-2))).toEqual(expect.arrayContaining(['letter', 'test']));
    expect(filesOf(app)).toHaveLength(2);
  });

  test('a note goes with its subscriber', async () => {
    await using site = await appWithSubscribers(engine, 2);
    const { app } = site;
    const token = await app.signIn();
    const call = async <T>(method: string, path: string, body?: unknown) =>
      (await app.json<T>(method, admin + path, body, token)).body;
    const { id, version: first } = await call<IssueDraft>('POST', '/issues', { kind: 'note' });
    const words = { title: 'To all of you', note: '<p>Hello.</p>', things: [], isArchived: false, version: first };
    const { version } = await call<IssueDraft>('PUT', `/issues/${id}/draft`, words);
    await call('POST', `/issues/${id}/send`, { version });
    await work(app);
    expect(filesOf(app)).toHaveLength(2);
    const [one] = await subscribers(app);
    await call('DELETE', `/subscribers/${one?.id}`);
    expect(filesOf(app)).toHaveLength(1);
  });

  test('a file whose mail is being recorded survives the sweep of the outbox', async () => {
    await using site = await keptSite(engine);
    const { app } = site;
    const change = (state: 'sending' | 'kept') => app.db.updateTable('mails').set({ state }).execute();
    await change('sending');
    const recording: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await change('kept');
        return result;
      },
    };
    await sweepOutboxFiles({ ...app.context, db: app.db.withPlugin(recording) });
    expect(filesOf(app)).toHaveLength(4);
  });

  test('are sent with their article once a server is set, and stay sent when the server is removed again', async () => {
    await using server = await smtpServer();
    await using site = await keptSite(engine);
    const { app, call } = site;
    app.context.config.smtpUrl = server.url;
    expect((await call<SendAnswer>('POST', '/send/1')).body).toMatchObject({ queued: 3, isKept: false });
    await work(app);
    expect(server.mails.map(({ envelopeTo }) => String(envelopeTo[0])).sort()).toEqual([
      'r1@example.org',
      'r2@example.org',
      'r3@example.org',
    ]);
    app.context.config.smtpUrl = undefined;
    const at = app.clock.now().toISOString();
    await app.db
      .insertInto('subscribers')
      .values({
        email: 'late@example.org',
        emailKey: 'late@example.org',
        state: 'confirmed',
        createdAt: at,
        confirmedAt: at,
        unsubscribedAt: null,
        lastMailAt: null,
      })
      .execute();
    expect((await call<SendAnswer>('POST', '/send/1')).body).toMatchObject({ queued: 1, alreadySent: 3, isKept: true });
    await work(app);
    expect((await deliveriesOf(app)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'kept']);
  });

  test('a digest that was kept goes out once a mail server is set', async () => {
    await using server = await smtpServer();
    await using site = await keptSite(engine);
    const { app } = site;
    const token = await app.signIn();
    const call = async <T>(path: string, body?: unknown) => (await app.json<T>('POST', admin + path, body, token)).body;
    app.clock.advance(1000);
    await app.json('POST', '/articles/admin', anArticle({ title: 'Rivers', isPublished: true }), token);
    const { id, version } = await call<IssueDraft>('/issues', { kind: 'digest' });
    await call(`/issues/${id}/send`, { version });
    await work(app);
    const again = () => call(`/issues/${id}/retry`);
    await again();
    app.context.config.smtpUrl = server.url;
    const { body: report } = await site.call<IssueReport>('GET', `/issues/${id}`);
    expect(report).toMatchObject({ retryable: 3, counts: { kept: 3, queued: 0 } });
    await again();
    await work(app);
    await again();
    await work(app);
    expect(server.mails).toHaveLength(3);
  });
});
