import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Article } from '#features/articles/article.schema.ts';
import { createSharedClock } from '#platform/db/shared-clock.ts';
import type { Mailer } from '#platform/mail/mailer-contract.ts';
import { leaseMs } from '#platform/mail/queue/mail-rows.ts';
import { smtpMailer } from '#platform/mail/smtp/smtp-mailer.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { createMailWorker } from '#tests/support/newsletter.ts';
import { recordStatements } from '#tests/support/record-statements.ts';
import { siteWithSubscribers } from '#tests/support/site-with-subscribers.ts';
import { smtpServer } from '#tests/support/smtp.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';

type Trouble = (query: RootOperationNode) => boolean;

/** An app whose database fails where `trouble.with` says so, for a deliveryWorker of one connection. */
async function appInTrouble(engine: (typeof engines)[number]) {
  const app = await testApp({ engine });
  const trouble: { with: Trouble } = { with: () => false };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (trouble.with(node)) throw new Error('The database is away');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const sent: string[] = [];
  const onSend = { run: async () => {} };
  const mailer: Mailer = {
    send: async ({ to }, { beforeEnd = async () => true } = {}) => {
      await onSend.run();
      if (!(await beforeEnd())) throw new Error('Taken back');
      sent.push(to);
      return { code: 250, answer: 'ok' };
    },
    close: async () => {},
  };
  const deliveryWorker = createMailWorker({ ...app.context, db: app.db.withPlugin(plugin), mailer, connections: 1 });
  const subscribe = (email: string) => app.json('POST', '/newsletter/subscribe', { email });
  return {
    app,
    deliveryWorker,
    mailer,
    trouble,
    sent,
    onSend,
    subscribe,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** An article to subscribers with these addresses. */
async function sendTo(app: TestApp, emails: string[]): Promise<void> {
  const at = app.clock.now().toISOString();
  const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: null };
  const rows = emails.map((email) => ({ email, emailKey: email, state: 'confirmed' as const, ...dates }));
  await app.db.insertInto('subscribers').values(rows).execute();
  const token = await app.signIn();
  const article = await app.json<Article>('POST', '/articles/admin', anArticle({ isPublished: true }), token);
  await app.json('POST', `/newsletter/admin/send/${article.body.id}`, undefined, token);
}

describe.each(engines)('leases in trouble on %s', (engine) => {
  test('claimed confirmations are sent although the newsletter’s mails could not be claimed', async () => {
    await using post = await appInTrouble(engine);
    const { app, deliveryWorker, trouble, sent } = post;
    await post.subscribe('reader@example.org');
    trouble.with = (query) => JSON.stringify(query).includes('"issues"');
    await expect(deliveryWorker.sendDue()).rejects.toThrow('The database is away');
    trouble.with = () => false;
    app.clock.advance(leaseMs / 2);
    await deliveryWorker.renewLeases();
    await deliveryWorker.sendDue();
    expect(sent).toEqual(['reader@example.org']);
  });

  test('a mail whose row cannot be marked as sending is not finished, and goes out a moment later', async () => {
    await using post = await appInTrouble(engine);
    const { app, deliveryWorker, trouble, sent } = post;
    await sendTo(app, ['one@example.org']);
    let failures = 1;
    // Before or after it took effect: no one knows.
    trouble.with = (query) =>
      query.kind === 'UpdateQueryNode' && query.updates?.length === 2 && JSON.stringify(query).includes('"sending"')
        ? failures-- > 0
        : false;
    await deliveryWorker.sendDue();
    expect(failures).toBeLessThan(0);
    expect(sent).toEqual(['one@example.org']);
    const states = await app.db.selectFrom('mails').where('issueId', 'is not', null).select('state').execute();
    expect(states).toEqual([{ state: 'sent' }]);
  });

  test('a stop ends although unsent mails cannot be released; the next worker sends them', async () => {
    await using post = await appInTrouble(engine);
    const { app, deliveryWorker, trouble, sent } = post;
    await sendTo(app, ['one@example.org', 'two@example.org']);
    let stopped = Promise.resolve<unknown>(null);
    post.onSend.run = async () => {
      post.onSend.run = async () => {};
      trouble.with = (query) => query.kind === 'UpdateQueryNode' && JSON.stringify(query).includes('attempts - 1');
      stopped = deliveryWorker.stop();
    };
    await deliveryWorker.sendDue();
    await stopped;
    expect(sent).toEqual(['one@example.org']);
    app.clock.advance(leaseMs + 1);
    const next = createMailWorker({ ...app.context, mailer: post.mailer });
    await next.endExpired();
    await next.sendDue();
    expect(sent).toEqual(['one@example.org', 'two@example.org']);
  });

  test('a mail that a worker is sending stays its own, however late', async () => {
    await using post = await appInTrouble(engine);
    const { app, deliveryWorker, sent } = post;
    await sendTo(app, ['reader@example.org']);
    post.onSend.run = async () => {
      app.clock.advance(leaseMs + 1);
      await deliveryWorker.endExpired();
    };
    await deliveryWorker.sendDue();
    await deliveryWorker.sendDue();
    expect(sent).toEqual(['reader@example.org']);
    expect(await app.db.selectFrom('mails').where('issueId', 'is not', null).select('state').execute()).toEqual([
      { state: 'sent' },
    ]);
  });

  test('a mail still owned after a long sleep is sent at once, not postponed', async () => {
    await using site = await siteWithSubscribers(engine, 2);
    await using server = await smtpServer({ onData: () => site.app.clock.advance(leaseMs + 1) });
    await site.send();
    await site.deliveryWorker(server.url).sendDue();
    expect(await site.deliveries()).toMatchObject([
      { state: 'sent', attempts: 1 },
      { state: 'sent', attempts: 1 },
    ]);
  });
});

test('a mail whose lease ends in the middle of the conversation is sent again at once, and the attempt does not count', async () => {
  await using site = await siteWithSubscribers('sqlite', 1);
  let conversations = 0;
  await using server = await smtpServer({
    fail: (step) => {
      if (step === 'rcpt' && (conversations += 1) === 1) site.app.clock.advance(leaseMs + 1);
      return undefined;
    },
  });
  await site.send();
  await site.deliveryWorker(server.url).sendDue();
  expect(await site.deliveries()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  expect(server.mails).toHaveLength(1);
});

test('a mail postponed by a worker whose clock has just jumped is not postponed by the jump', async () => {
  await using site = await siteWithSubscribers('postgres', 1);
  const jump = { ms: 0 };
  await using server = await smtpServer({
    fail: (step) => {
      if (step === 'rcpt') jump.ms = 7 * 86_400_000;
      return step === 'rcpt' ? 451 : undefined;
    },
  });
  await site.send();
  const { context } = site.app;
  const clock = await createSharedClock(context.db, { now: () => new Date(Date.now() + jump.ms) });
  const mailer = smtpMailer(server.url, context.config.mailFrom);
  await createMailWorker({ ...context, clock, correctClock: () => clock.correct(), mailer, connections: 1 }).sendDue();
  const [row] = await context.db
    .selectFrom('mails')
    .where('issueId', 'is not', null)
    .select(['state', 'nextAttemptAt'])
    .execute();
  expect(row?.state).toBe('retry');
  expect(Date.parse(row?.nextAttemptAt ?? '')).toBeLessThan(Date.now() + 3_600_000);
});

// SQLite chooses its way by the shape of a query, not by how many rows there are.
test('the last check before sending reads the claimed mails, not every subscriber', async () => {
  await using site = await siteWithSubscribers('sqlite', 3);
  const { db } = site.app;
  const statements = recordStatements(db);
  const renewals: Promise<void>[] = [];
  await using server = await smtpServer({ onData: () => renewals.push(deliveryWorker.renewLeases()) });
  const deliveryWorker = site.deliveryWorker(server.url);
  await site.send();
  statements.clear();
  await deliveryWorker.sendDue();
  await Promise.all(renewals);
  const joined = [...statements.values()].filter(({ sql }) => sql.includes('join "subscribers"'));
  expect(joined.length).toBeGreaterThan(0);
  for (const { sql, parameters } of joined) {
    const plan = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters]);
    const steps = (await db.executeQuery<{ detail: string }>(plan)).rows.map(({ detail }) => detail);
    expect(steps).toContain('SEARCH subscribers USING INTEGER PRIMARY KEY (rowid=?)');
  }
});
