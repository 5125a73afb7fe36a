import { describe, expect, test } from 'vitest';
import { eraseAdministrator } from '#features/accounts/erasing.server.ts';
import type { Article } from '#features/articles/article.schema.ts';
import { publishScheduledArticle } from '#features/articles/schedule/publish-scheduled.server.ts';
import { lockSchedule, markSchedulesRestored } from '#features/articles/schedule/schedules.server.ts';
import { transact } from '#platform/db/db.ts';
import type { Mail } from '#platform/mail/mailer-contract.ts';
import { anArticle } from '#tests/support/builders.ts';
import { countLockWaits, type Engine, engines, everyEngine } from '#tests/support/database.ts';
import { appWithSubscribers, collector, createMailWorker } from '#tests/support/newsletter.ts';
import { runDueSchedules } from './run-due-schedules.ts';

const hour = 3_600_000;
/** The clock of a test app begins at 12:00 in London. */
const publishAt = '2026-11-21T13:00:00';

/** A scheduled draft, two subscribers, and a worker whose mails are collected. */
async function scheduled(engine: Engine, body: object = { publishAt }) {
  const post = await appWithSubscribers(engine, 2, { config: { smtpUrl: 'smtp://127.0.0.1:1' } });
  const { app } = post;
  const token = await app.signIn();
  const made = await app.json<Article>('POST', '/articles/admin', anArticle({ title: 'Scheduled' }), token);
  const { id } = made.body;
  await app.json('PUT', `/articles/admin/${id}/schedule`, body, token);
  const { mails, mailer } = collector();
  const worker = createMailWorker({ ...app.context, mailer });
  const run = async () => {
    await runDueSchedules(app.context);
    await worker.sendDue();
  };
  const read = async () => (await app.json<Article>('GET', `/articles/${id}`, undefined, token)).body;
  const to = (subject: string) =>
    mails
      .filter((mail: Mail) => mail.subject.includes(subject))
      .map((mail) => mail.to)
      .sort();
  const rows = () => app.db.selectFrom('scheduledPublications').selectAll().execute();
  return { app, token, id, run, read, to, rows, mails, [Symbol.asyncDispose]: () => post[Symbol.asyncDispose]() };
}

const bothSubscribers = ['r1@example.org', 'r2@example.org'];
const both = ['editor1@society.example', 'editor2@society.example'];

describe.each(engines)('what is scheduled on %s', (engine) => {
  test('goes live at its time as its newest save, in the name of the person who scheduled it, and is mailed once to each subscriber', async () => {
    await using site = await scheduled(engine);
    const { app, token, id } = site;
    await app.json('PUT', `/articles/admin/${id}`, anArticle({ title: 'Newest', version: 1 }), token);
    app.clock.advance(hour - 1);
    await site.run();
    expect((await site.read()).isPublished).toBe(false);
    expect((await app.request(`/api/v1/articles/${id}`)).status).toBe(404);
    app.clock.advance(1);
    await Promise.all([runDueSchedules(app.context), runDueSchedules(app.context), runDueSchedules(app.context)]);
    await site.run();
    await site.run();
    expect(await site.read()).toMatchObject({
      title: 'Newest',
      isPublished: true,
      version: 3,
      schedule: null,
      updatedBy: 'editor2',
      publishedAt: app.clock.now().toISOString(),
    });
    expect((await app.request(`/api/v1/articles/${id}`)).status).toBe(200);
    const found = await app.json<Article[]>('GET', '/articles?search=newest');
    expect(found.body).toHaveLength(1);
    expect(site.to('Newest')).toEqual(bothSubscribers);
    expect(await site.rows()).toEqual([]);
    const { body } = await app.json<{ doer: string; before: string; after: string }[]>(
      ...(['GET', '/activity/admin', undefined, token] as const),
    );
    expect(body.slice(0, 2)).toMatchObject([
      { doer: 'editor2', before: 'asked to send the newsletter about “', after: '” to 2 subscribers' },
      { doer: 'editor2', before: 'published the article “', after: '” as scheduled' },
    ]);
    const revisions = await app.json<unknown[]>('GET', `/articles/admin/${id}/revisions`, undefined, token);
    expect(revisions.body.length).toBeGreaterThan(1);
  });

  test('a save from a form opened before it went live is refused, so that it does not unpublish it', async () => {
    await using site = await scheduled(engine);
    const { app, id, token } = site;
    app.clock.advance(hour);
    await site.run();
    const mine = anArticle({ title: 'Typed in the meantime', version: 1 });
    const { status, body } = await app.json('PUT', `/articles/admin/${id}`, mine, token);
    expect([status, body]).toMatchObject([409, { code: 'conflict', conflict: { by: 'editor2', version: 2 } }]);
    expect((await site.read()).isPublished).toBe(true);
  });

  test('without the newsletter it goes live and no one is mailed', async () => {
    await using site = await scheduled(engine, { publishAt, sendsNewsletter: false });
    site.app.clock.advance(hour);
    await site.run();
    expect((await site.read()).isPublished).toBe(true);
    expect(site.mails).toEqual([]);
    expect(await site.rows()).toEqual([]);
  });

  test('goes live even if the person who scheduled it was deactivated or erased, or is unknown', async () => {
    for (const after of ['deactivated', 'erased', 'unknown']) {
      await using site = await scheduled(engine);
      const { app, id } = site;
      const boss = await app.signIn();
      await app.json('POST', '/admin/administrators/2/deactivate', {}, boss);
      await app.db.deleteFrom('mails').where('issueId', 'is', null).execute();
      if (after === 'erased') await eraseAdministrator(app.context, 2, { administratorId: null, now: app.clock.now() });
      if (after === 'unknown')
        await app.db.updateTable('scheduledPublications').set({ administratorId: null }).execute();
      app.clock.advance(hour);
      await site.run();
      const shown = await app.json<Article>('GET', `/articles/${id}`, undefined, boss);
      const updatedBy = { deactivated: 'editor2', erased: 'a former administrator', unknown: null }[after];
      expect(shown.body).toMatchObject({ isPublished: true, updatedBy });
      expect(site.to('Scheduled')).toEqual(bothSubscribers);
    }
  });

  test('a stop between publishing and sending: the newsletter is sent once after the restart', async () => {
    await using site = await scheduled(engine);
    const { app } = site;
    app.clock.advance(hour);
    await publishScheduledArticle(app.context, site.id);
    expect((await site.read()).isPublished).toBe(true);
    expect(await site.rows()).toMatchObject([{ state: 'published' }]);
    expect(site.mails).toEqual([]);
    // However long the stop was: it is live already.
    app.clock.advance(24 * hour);
    await site.run();
    await site.run();
    expect(site.to('Scheduled')).toEqual(bothSubscribers);
    expect(await site.rows()).toEqual([]);
  });

  test('unpublished between publishing and sending: no one is mailed', async () => {
    await using site = await scheduled(engine);
    const { app, id, token } = site;
    app.clock.advance(hour);
    await publishScheduledArticle(app.context, id);
    await app.json('PUT', `/articles/admin/${id}`, { isPublished: false }, token);
    await site.run();
    expect(site.mails).toEqual([]);
    expect(await site.read()).toMatchObject({ isPublished: false, schedule: null });
  });

  test('more than six hours late it waits for a person, and each administrator is told once', async () => {
    await using site = await scheduled(engine);
    const { app, id, token } = site;
    app.clock.advance(7 * hour + 1);
    await site.run();
    await site.run();
    expect(await site.read()).toMatchObject({ isPublished: false, schedule: { state: 'late', isLate: true } });
    expect(site.to('A scheduled article is waiting for you')).toEqual(both);
    expect(site.mails[0]?.text).toContain(
      '“Scheduled” was scheduled for Nov 21, 2026 at 1:00 PM (London). The site was off at that time.',
    );
    expect(site.mails[0]?.text).toContain(`https://society.example/admin/articles?edit=${id}`);
    expect(site.mails[0]?.text).toContain('because you are an administrator of the website');
    expect(site.mails).toHaveLength(2);
    // Scheduled again it is a plan like any other.
    await app.json('PUT', `/articles/admin/${id}/schedule`, { publishAt: '2026-11-22T08:00:00' }, token);
    app.clock.set('2026-11-22T08:00:01.000Z');
    await site.run();
    expect((await site.read()).isPublished).toBe(true);
    expect(site.to('Scheduled')).toEqual(bothSubscribers);
  });

  test('after a restore it waits for a person, even when its time comes', async () => {
    await using site = await scheduled(engine);
    const { app } = site;
    await markSchedulesRestored(app.db);
    await site.run();
    expect(site.to('A scheduled article is waiting for you')).toEqual(both);
    expect(site.mails[0]?.text).toContain('The site has since been restored from a backup');
    app.clock.advance(hour);
    await site.run();
    expect(await site.read()).toMatchObject({ isPublished: false, schedule: { state: 'restored', isLate: true } });
    expect(site.mails).toHaveLength(2);
    const { body } = await app.json<Article[]>('GET', '/articles/admin?state=scheduled', undefined, site.token);
    expect(body).toHaveLength(1);
    await app.json('DELETE', `/articles/admin/${site.id}/schedule`, undefined, site.token);
    expect(await site.rows()).toEqual([]);
  });

  test('six hours late it still goes out', async () => {
    await using site = await scheduled(engine);
    site.app.clock.advance(7 * hour);
    await site.run();
    expect((await site.read()).isPublished).toBe(true);
  });

  test('one whose picture is missing waits for a person, and the others go out', async () => {
    await using site = await scheduled(engine);
    const { app, id, token } = site;
    const other = await app.json<Article>('POST', '/articles/admin', anArticle({ title: 'Other' }), token);
    await app.json('PUT', `/articles/admin/${other.body.id}/schedule`, { publishAt }, token);
    const imageUrl = '/uploads/articles/1700000000000-0123456789abcdef.jpg';
    await app.db.updateTable('articles').set({ imageUrl }).where('id', '=', id).execute();
    app.clock.advance(hour);
    await site.run();
    expect(await site.read()).toMatchObject({ isPublished: false, schedule: { state: 'failed', isLate: true } });
    expect(site.to('Other')).toEqual(bothSubscribers);
    expect(site.to('A scheduled article is waiting for you')).toEqual(both);
  });
});

test.runIf(everyEngine.includes('postgres'))(
  'no one is told of a missed schedule that was rescheduled just before',
  async () => {
    await using site = await scheduled('postgres');
    const { app, id, token } = site;
    const other = await app.json<Article>('POST', '/articles/admin', anArticle({ title: 'Other' }), token);
    const plan = (publishAt: string) =>
      app.json('PUT', `/articles/admin/${other.body.id}/schedule`, { publishAt }, token);
    await plan('2026-11-21T14:00:00');
    await app.db.updateTable('scheduledPublications').set({ state: 'late' }).execute();
    const telling = await transact(app.db, async (trx) => {
      await lockSchedule(trx, id);
      const run = site.run();
      await expect.poll(() => countLockWaits(app.db)).toBe(1);
      expect((await plan('2026-11-22T08:00:00')).status).toBe(200);
      return { run };
    });
    await telling.run;
    expect(site.mails.map(({ text }) => text.includes('“Scheduled” was scheduled for'))).toEqual([true, true]);
    expect(await site.rows()).toContainEqual(expect.objectContaining({ articleId: other.body.id, toldAt: null }));
  },
);
