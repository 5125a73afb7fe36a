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
  test('a retry of failed mails leaves out who got it in a digest in the meantime', async () => {
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
  test('who came to want digests alone gets it once, also when both mails are claimed at once', async () => {
    await using site = await society(engine);
    const { id } = await site.article('Bats');
    await site.call('POST', `/newsletter/admin/send/${id}`);
    await site.send(await site.digest());
    await site.wish(two, 'digest');
    expect(await site.deliver(titles)).toEqual([`${one} Bats`, `${two} Bats`]);
  });
  test('who came to want digests alone after one had left the article out gets it once', async () => {
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
  test('the note of a digest reaches also who has had all that is in it', async () => {
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
    'who got no digest, as it was %s, gets the article',
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

  test('a digest that did not bring the article is none that brought it', async () => {
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
    'what is %s comes by itself also to those who have come to want digests alone',
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

  test('a digest brings nothing of before its subscriber came', async () => {
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

  test('the scheduler ends no wait that has just begun', async () => {
    await using site = await society(engine);
    await site.article('Bats');
    const { id, version } = await site.digest();
    await site.call('POST', `${issues}/${id}/send`, { holdSeconds: 60, version });
    await sendScheduledIssue(site.app.context, id);
    expect(await site.deliver(titles)).toEqual([]);
  });
});

test('on postgres a digest waits for a send of its article that has begun', async () => {
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

test('on postgres two workers at two digests do not fill them at once', async () => {
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
