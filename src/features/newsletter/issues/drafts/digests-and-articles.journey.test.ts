import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { lockArticle } from '#features/articles/reading.server.ts';
import { createDeliveryWorker } from '#features/newsletter/delivery/worker/delivery-worker.server.ts';
import { createNewsletterSource } from '#features/newsletter/delivery/worker/newsletter-source.server.ts';
import { createDeliveryRules } from '#features/newsletter/delivery/worker/outcome-rules.server.ts';
import { transact } from '#platform/db/db.ts';
import { engines } from '#tests/support/database.ts';
import { issues, one, society, two } from '#tests/support/digests.ts';
import { collector, latestIssue } from '#tests/support/newsletter.ts';
import type { IssueDraft } from './issue-draft.schema.ts';
import { sendScheduledIssue } from './sending-issue-drafts.server.ts';

const titles = ['Bats', 'Rivers'];

describe.each(engines)('an article by itself and in a digest, on %s', (engine) => {
  test('retrying failed mails leaves out subscribers who got the article in a digest since', async () => {
    await using site = await society(engine);
    const { app, call } = site;
    const { id } = await site.article('Bats');
    await call('POST', `/newsletter/admin/send/${id}`);
    await site.deliver(titles);
    await app.db.updateTable('mails').set({ state: 'failed' }).where('articleId', '=', id).execute();
    await site.wish(two, 'digest');
    await site.send(await site.digest());
    expect(await site.deliver(titles)).toEqual([`${one} Bats`, `${two} Bats`]);
    await site.wish(two, 'each');
    await call('POST', `${issues}/${await latestIssue(site.app, id)}/retry`);
    expect(await site.deliver(titles)).toEqual([]);
  });
  test('mail programs show what is inside beside the subject', async () => {
    await using site = await society(engine);
    await site.article('Bats');
    await site.event('Night walk', 2);
    await site.send(await site.digest());
    const { html } = await site.app.db.selectFrom('issues').select('html').executeTakeFirstOrThrow();
    expect(/display:none[^>]*>([^]*?)<\/div>/.exec(html)?.[1]?.replace(/<!--.*?-->/g, '')).toBe('Bats · Night walk · ');
  });
  test('a subscriber who switched to digests gets the article once, even if both mails are claimed at the same time', async () => {
    await using site = await society(engine);
    const { id } = await site.article('Bats');
    await site.call('POST', `/newsletter/admin/send/${id}`);
    await site.send(await site.digest());
    await site.wish(two, 'digest');
    expect(await site.deliver(titles)).toEqual([`${one} Bats`, `${two} Bats`]);
  });
  test('an article whose digest is under way is not said to have been sent to everyone', async () => {
    await using site = await society(engine);
    const { id } = await site.article('Bats');
    const digest = await site.digest();
    await site.send(digest);
    expect(await site.deliver(titles)).toHaveLength(2);
    const send = async () => (await site.call<{ message: string }>('POST', `/newsletter/admin/send/${id}`)).message;
    const mails = site.app.db.updateTable('mails').where('issueId', '=', digest.id);
    // The mail server has put them off, and the digest is paused.
    await mails.set({ state: 'retry' }).execute();
    await site.app.db.updateTable('issues').set({ state: 'paused' }).where('id', '=', digest.id).execute();
    expect(await send()).toBe('The newsletter is already on its way to 2 subscribers.');
    await mails.set({ state: 'sent' }).execute();
    expect(await send()).toBe('Every subscriber has already been sent this article.');
  });
  test('a subscriber who switched to digests after an article skipped them gets it once', async () => {
    await using site = await society(engine);
    const { id } = await site.article('Bats');
    await site.call('POST', `/newsletter/admin/send/${id}`);
    const wait = (nextAttemptAt: string) =>
      site.app.db.updateTable('mails').set({ nextAttemptAt }).where('articleId', '=', id).execute();
    await wait('2030-01-01T00:00:00.000Z');
    await site.send(await site.digest());
    expect(await site.deliver(titles)).toEqual([]);
    await site.wish(two, 'digest');
    await wait(site.app.clock.now().toISOString());
    expect(await site.deliver(titles)).toEqual([`${one} Bats`, `${two} Bats`]);
    expect((await site.digest()).things).toEqual([]);
  });
  test('the note of a digest also reaches subscribers who have had everything in it', async () => {
    await using site = await society(engine);
    const { id } = await site.article('Bats');
    await site.wish(two, 'digest');
    await site.call('POST', `/newsletter/admin/send/${id}`);
    expect(await site.deliver(titles)).toEqual([`${one} Bats`]);
    const { id: digest, things, version } = await site.digest();
    const input = { title: 'News', note: '<p>Rivers</p>', things: things.map(({ kind, id }) => ({ kind, id })) };
    const path = `${issues}/${digest}/draft`;
    await site.send(await site.call<IssueDraft>('PUT', path, { ...input, isArchived: true, version }));
    expect(await site.deliver(titles)).toEqual([`${one} Rivers`, `${two} Bats Rivers`]);
  });

  test.each(['failed', 'skipped', 'kept'] as const)(
    'a subscriber who got no digest because it was %s gets the article',
    async (state) => {
      await using site = await society(engine);
      const { id } = await site.article('Bats');
      await site.send(await site.digest());
      expect(await site.deliver(titles)).toHaveLength(2);
      await site.app.db.updateTable('mails').set({ state }).where('subscriberId', '=', 2).execute();
      await site.call('POST', `/newsletter/admin/send/${id}`);
      expect(await site.deliver(titles)).toEqual([`${two} Bats`]);
    },
  );

  test('a digest in which the article was left out does not count as having brought it', async () => {
    await using site = await society(engine);
    const { app, call } = site;
    const { id } = await site.article('Bats');
    await call('POST', `/newsletter/admin/send/${id}`);
    expect(await site.deliver(titles)).toHaveLength(2);
    await site.article('Rivers');
    const draft = await site.digest();
    expect(draft.things).toHaveLength(2);
    await site.send(draft);
    expect(await site.deliver(titles)).toEqual([`${one} Rivers`, `${two} Rivers`]);
    await app.db.updateTable('mails').set({ state: 'failed' }).where('articleId', '=', id).execute();
    await call('POST', `${issues}/${await latestIssue(site.app, id)}/retry`);
    expect(await site.deliver(titles)).toEqual([`${one} Bats`, `${two} Bats`]);
  });

  test.each(['queued', 'retry'] as const)(
    'an article that is %s is also mailed alone to subscribers who switched to digests',
    async (state) => {
      await using site = await society(engine);
      const { id } = await site.article('Bats');
      await site.call('POST', `/newsletter/admin/send/${id}`);
      await site.call('POST', `${issues}/${await latestIssue(site.app, id)}/pause`);
      await site.app.db.updateTable('mails').set({ state }).where('articleId', '=', id).execute();
      await site.wish(two, 'digest');
      await site.send(await site.digest());
      expect(await site.deliver(titles)).toEqual([]);
      await site.call('POST', `${issues}/${await latestIssue(site.app, id)}/resume`);
      expect(await site.deliver(titles)).toEqual([`${one} Bats`, `${two} Bats`]);
    },
  );

  test('a digest contains nothing from before its subscriber joined', async () => {
    await using site = await society(engine);
    const { db, clock } = site.app;
    await site.article('Bats');
    clock.advance(1000);
    await db
      .updateTable('subscribers')
      .set({ confirmedAt: clock.now().toISOString() })
      .where('email', '=', two)
      .execute();
    await site.article('Rivers');
    await site.send(await site.digest());
    expect(await site.deliver(titles)).toEqual([`${one} Bats Rivers`, `${two} Rivers`]);
  });

  test('the scheduler does not end an undo window that has just begun', async () => {
    await using site = await society(engine);
    await site.article('Bats');
    const { id, version } = await site.digest();
    await site.call('POST', `${issues}/${id}/send`, { holdSeconds: 60, version });
    await sendScheduledIssue(site.app.context, id);
    expect(await site.deliver(titles)).toEqual([]);
  });
});

test('on postgres a digest waits while its article is being sent', async () => {
  await using site = await society('postgres');
  const { app } = site;
  const { id } = await site.article('Bats');
  const draft = await site.digest();
  let sent: Promise<unknown> = Promise.resolve();
  await transact(app.db, async (trx) => {
    await lockArticle(trx, id);
    sent = site.send(draft);
    const first = await Promise.race([sent.then(() => 'sent'), delay(500).then(() => 'waits')]);
    expect(first).toBe('waits');
  });
  await sent;
  expect(await site.deliver(titles)).toEqual([`${one} Bats`, `${two} Bats`]);
});

test('on postgres two workers do not fill two digests at the same time', async () => {
  await using site = await society('postgres');
  const { app } = site;
  const { clock, db, context } = app;
  await site.article('Bats');
  for (const draft of [await site.digest(), await site.digest()]) await site.send(draft);
  const { mails, mailer } = collector();
  let others: Promise<unknown> = Promise.resolve();
  await transact(db, async (trx) => {
    const first = createNewsletterSource({ ...context, db: trx }, createDeliveryRules(context));
    expect(await first.claim({ owner: 'first', now: clock.now(), limit: 2 })).toHaveLength(2);
    others = createDeliveryWorker({ ...context, mailer }).sendDue();
    await delay(500);
  });
  await others;
  expect(mails).toEqual([]);
  const states = await db.selectFrom('mails').select(['issueId', 'state']).orderBy('id').execute();
  expect(states.map(({ issueId, state }) => `${issueId} ${state}`)).toEqual([
    ...['1 queued', '1 queued', '2 skipped', '2 skipped'],
  ]);
});
