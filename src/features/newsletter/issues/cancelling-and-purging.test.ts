import { describe, expect, test } from 'vitest';
import { clearForPurge } from '#app/bin-hooks.ts';
import { kinds } from '#app/kinds.ts';
import type { Article } from '#features/articles/article.schema.ts';
import { purgeExpiredItems } from '#features/bin/bin.jobs.ts';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import type { Mailer } from '#platform/mail/mailer-contract.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { latestIssue } from '#tests/support/newsletter.ts';
import { testApp } from '#tests/support/test-app.ts';

const day = 86_400_000;

/** An article that is on its way to so many confirmed subscribers. */
async function appWhileSending(engine: (typeof engines)[number], subscribers: number) {
  const app = await testApp({ engine });
  const at = app.clock.now().toISOString();
  const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: at };
  const emails = Array.from({ length: subscribers }, (_, n) => `reader${n}@example.org`);
  const rows = emails.map((email) => ({ email, emailKey: email, state: 'confirmed' as const, ...dates }));
  await app.db.insertInto('subscribers').values(rows).execute();
  const token = await app.signIn();
  const article = await app.json<Article>('POST', '/articles/admin', anArticle({ isPublished: true }), token);
  const { id } = article.body;
  const send = async () => app.json('POST', `/newsletter/admin/send/${id}`, undefined, await app.signIn());
  const remove = async () => app.json('DELETE', `/articles/admin/${id}`, undefined, await app.signIn());
  const undo = async () => app.json('POST', `/bin/admin/articles/${id}`, undefined, await app.signIn());
  const save = async (isPublished: boolean) =>
    app.json('PUT', `/articles/admin/${id}`, { isPublished }, await app.signIn());
  const steer = async (verb: string) =>
    app.json('POST', `/newsletter/admin/issues/${await latestIssue(app)}/${verb}`, undefined, await app.signIn());
  const purge = async () => app.json('DELETE', `/bin/admin/articles/${id}`, undefined, await app.signIn());
  const states = async () =>
    (await app.db.selectFrom('mails').where('issueId', 'is not', null).select('state').orderBy('id').execute()).map(
      ({ state }) => state,
    );
  const dispose = () => app[Symbol.asyncDispose]();
  await send();
  return { app, send, remove, undo, save, steer, purge, states, [Symbol.asyncDispose]: dispose };
}

function mailbox(sending: () => Promise<unknown> = async () => {}) {
  const mails: string[] = [];
  const mailer: Mailer = {
    send: async ({ to }, { beforeEnd = async () => true } = {}) => {
      if (!(await beforeEnd())) throw new Error('Taken back');
      mails.push(to);
      await sending();
      return { code: 250, answer: 'ok' };
    },
    close: async () => {},
  };
  return { mails, mailer };
}

type Post = Awaited<ReturnType<typeof appWhileSending>>;

const ways = [
  ['deleted', { hide: (post: Post) => post.remove(), answer: 'The article was deleted' }],
  ['turned into a draft', { hide: (post: Post) => post.save(false), answer: 'The article was unpublished' }],
] as const;

describe.each(engines)('the newsletter of a deleted article on %s', (engine) => {
  test('stops at once; after undoing the deletion, sending again reaches the remaining subscribers once', async () => {
    await using post = await appWhileSending(engine, 3);
    const { mails, mailer } = mailbox();
    const deliveryWorker = createDeliveryWorker({ ...post.app.context, mailer });
    const first = post.app.db.selectFrom('mails').select('id').orderBy('id').limit(1);
    await post.app.db.updateTable('mails').set({ state: 'sent' }).where('id', '=', first).execute();
    await post.remove();
    expect(await post.states()).toEqual(['sent', 'skipped', 'skipped']);
    await deliveryWorker.sendDue();
    expect(mails).toEqual([]);
    expect((await post.send()).status).toBe(404);

    expect((await post.undo()).body).toMatchObject({ isPublished: true, version: 1 });
    await deliveryWorker.sendDue();
    expect(mails).toEqual([]);
    expect((await post.send()).body).toMatchObject({ queued: 2, alreadySent: 1 });
    await deliveryWorker.sendDue();
    expect(mails.sort()).toEqual(['reader1@example.org', 'reader2@example.org']);
  });

  test('queues no one if the deletion and a send happen at the same moment', async () => {
    await using post = await appWhileSending(engine, 2);
    await post.app.db.updateTable('mails').where('issueId', 'is not', null).set({ state: 'failed' }).execute();
    await Promise.all([post.send(), post.remove(), post.send()]);
    expect(await post.states()).not.toContain('queued');
  });

  test('is purged with the article, but not while a mail is being sent', async () => {
    await using post = await appWhileSending(engine, 2);
    const { db, clock } = post.app;
    const one = db.selectFrom('mails').select('id').orderBy('id').limit(1);
    await db.updateTable('mails').set({ state: 'sending' }).where('id', '=', one).execute();
    await post.remove();
    const message = expect.stringMatching(/still on its way/);
    expect(await post.purge()).toMatchObject({ status: 409, body: { message } });
    clock.advance(30 * day);
    await purgeExpiredItems(db, clock.now(), { kinds, clear: clearForPurge });
    expect(await post.states()).toEqual(['sending', 'skipped']);
    await db
      .updateTable('mails')
      .where('issueId', 'is not', null)
      .set({ state: 'sent' })
      .where('state', '=', 'sending')
      .execute();
    await purgeExpiredItems(db, clock.now(), { kinds, clear: clearForPurge });
    for (const table of ['mails', 'issues', 'articles'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('subscribers').select('state').execute()).toHaveLength(2);
  });
});

describe.each(engines)('the newsletter of an article that is made a draft on %s', (engine) => {
  test('stops at once; after publishing, sending again reaches the remaining subscribers once', async () => {
    await using post = await appWhileSending(engine, 3);
    const { mails, mailer } = mailbox();
    const deliveryWorker = createDeliveryWorker({ ...post.app.context, mailer });
    const first = post.app.db.selectFrom('mails').select('id').orderBy('id').limit(1);
    await post.app.db.updateTable('mails').set({ state: 'sent' }).where('id', '=', first).execute();
    await post.save(true);
    expect(await post.states()).toEqual(['sent', 'queued', 'queued']);
    await post.save(false);
    expect(await post.states()).toEqual(['sent', 'skipped', 'skipped']);
    expect((await post.send()).body).toMatchObject({ message: expect.stringMatching(/is a draft/) });

    await post.save(true);
    await deliveryWorker.sendDue();
    expect(mails).toEqual([]);
    expect((await post.send()).body).toMatchObject({ queued: 2, alreadySent: 1 });
    await deliveryWorker.sendDue();
    expect(mails.sort()).toEqual(['reader1@example.org', 'reader2@example.org']);
  });

  test('cannot be resumed or retried until the article is published', async () => {
    await using post = await appWhileSending(engine, 2);
    await post.app.db.updateTable('mails').where('issueId', 'is not', null).set({ state: 'failed' }).execute();
    await post.steer('pause');
    await post.save(false);
    for (const verb of ['resume', 'retry'])
      expect(await post.steer(verb)).toMatchObject({
        status: 409,
        body: { message: 'This article is a draft. Publish it before you send it.' },
      });
    expect(await post.states()).toEqual(['failed', 'failed']);
    await post.save(true);
    expect(await post.steer('retry')).toMatchObject({ status: 200 });
    expect(await post.states()).toEqual(['queued', 'queued']);
  });
});

describe.each(engines)('on %s', (engine) => {
  describe.each(ways)('the newsletter of an article that was %s', (_way, { hide, answer }) => {
    test('a worker that has already claimed it sends nothing more than the mail under way', async () => {
      await using post = await appWhileSending(engine, 8);
      const underWay = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      const { mails, mailer } = mailbox(async () => {
        if (mails.length === 2) underWay.resolve();
        await answered.promise;
      });
      const deliveryWorker = createDeliveryWorker({ ...post.app.context, mailer, connections: 2 });
      const sent = deliveryWorker.sendDue();
      await underWay.promise;
      await hide(post);
      // As every second.
      await deliveryWorker.renewLeases();
      answered.resolve();
      await sent;
      expect(mails).toHaveLength(2);
      expect((await post.states()).sort()).toEqual(['sent', 'sent', ...Array(6).fill('skipped')]);
    });

    test('its report says that it was stopped, and why, also in its undo window', async () => {
      await using post = await appWhileSending(engine, 2);
      const { app } = post;
      const sendAfter = new Date(app.clock.now().getTime() + 60_000).toISOString();
      await app.db.updateTable('issues').set({ sendAfter }).execute();
      await hide(post);
      await createDeliveryWorker({ ...app.context, mailer: mailbox().mailer }).finishIssues();
      const { body } = await app.json('GET', '/newsletter/admin/issues', undefined, await app.signIn());
      const note = `Stopped: ${answer.replace('The', 'the')}.`;
      expect(body).toMatchObject([{ state: 'done', sendAfter: null, note, counts: { skipped: 2 } }]);
    });

    test('a worker that takes it over from a dead one does not send it', async () => {
      await using post = await appWhileSending(engine, 2);
      const long = { leaseOwner: 'a dead worker', leaseUntil: new Date(0).toISOString() };
      await post.app.db.updateTable('mails').where('issueId', 'is not', null).set(long).execute();
      await hide(post);
      const { mails, mailer } = mailbox();
      const deliveryWorker = createDeliveryWorker({ ...post.app.context, mailer });
      await deliveryWorker.endExpired();
      await deliveryWorker.sendDue();
      expect([mails, await post.states()]).toEqual([[], ['skipped', 'skipped']]);
      const { smtpAnswer } = await post.app.db
        .selectFrom('mails')
        .where('issueId', 'is not', null)
        .selectAll()
        .executeTakeFirstOrThrow();
      expect(smtpAnswer).toBe(answer);
    });
  });
});
