import { describe, expect, test } from 'vitest';
import { transact } from '#platform/db/db.ts';
import { anArticle } from '#tests/support/builders.ts';
import { countLockWaits, type Engine, engines, everyEngine } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import type { Article } from '../article.schema.ts';
import { publishScheduledArticle } from './publish-scheduled.server.ts';

const publishAt = '2026-12-01T08:00:00';

/** A draft, and what its administrator calls. */
async function draft(engine: Engine) {
  const app = await testApp({ engine });
  const token = await app.signIn();
  const made = await app.json<Article>('POST', '/articles/admin', anArticle(), token);
  const path = `/articles/admin/${made.body.id}`;
  const plan = (body: object = { publishAt }) => app.json<Article>('PUT', `${path}/schedule`, body, token);
  const unplan = () => app.json<{ message: string }>('DELETE', `${path}/schedule`, undefined, token);
  const put = (input: object) => app.json<Article>('PUT', path, input, token);
  const read = async () => (await app.json<Article>('GET', `/articles/${made.body.id}`, undefined, token)).body;
  const rows = () => app.db.selectFrom('scheduledPublications').selectAll().execute();
  const done = { [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
  return { app, token, id: made.body.id, path, plan, unplan, put, read, rows, ...done };
}

const scheduled = {
  publishAt,
  dueAt: '2026-12-01T08:00:00.000Z',
  sendsNewsletter: true,
  state: 'scheduled',
  isLate: false,
  scheduledBy: 'editor1',
};

describe.each(engines)('a schedule of a draft on %s', (engine) => {
  test('is part of the article’s answer, and makes no version of it', async () => {
    await using site = await draft(engine);
    const { status, body } = await site.plan();
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 1, isPublished: false, schedule: scheduled });
    expect((await site.read()).schedule).toEqual(scheduled);
    const again = await site.plan({ publishAt: '2026/12/02 09:30', sendsNewsletter: false });
    expect(again.body.schedule).toMatchObject({ publishAt: '2026-12-02T09:30:00', sendsNewsletter: false });
    expect(await site.rows()).toHaveLength(1);
    const { body: activity } = await site.app.json<{ before: string; after: string }[]>(
      ...(['GET', '/activity/admin', undefined, site.token] as const),
    );
    expect(activity[0]).toMatchObject({ before: 'scheduled the article “', after: '” for Dec 2, 2026 at 9:30 AM' });
  });

  test('with an impossible time is refused, with a sentence at the field', async () => {
    await using site = await draft(engine);
    const { body: settings } = await site.app.json<{ version: number }>(
      'GET',
      '/settings/admin',
      undefined,
      site.token,
    );
    expect(settings).toMatchObject({ timeZone: 'Europe/London' });
    for (const [typed, sentence] of [
      [undefined, 'Please choose a date and a time'],
      ['2026-12-01', 'Please choose a date and a time'],
      ['2026-02-31T08:00:00', 'This date and time do not exist.'],
      ['2026-12-01T25:00:00', 'This date and time do not exist.'],
      ['2027-03-28T01:30:00', 'The clocks skip this time on that day. Please choose another one.'],
      ['2026-11-21T12:00:00', 'This time has passed. Please choose a later one.'],
      ['9999-01-01T12:00:00', 'Please enter a year up to 2199.'],
    ]) {
      const { status, body } = await site.plan({ publishAt: typed });
      expect([typed, status, body]).toMatchObject([typed, 400, { code: 'invalid', fields: { publishAt: sentence } }]);
    }
    expect(await site.rows()).toEqual([]);
    // Twice on that day: the first of the two. And more than a year ahead.
    expect((await site.plan({ publishAt: '2027-10-31T01:30:00' })).body.schedule?.dueAt).toBe(
      '2027-10-31T00:30:00.000Z',
    );
    expect((await site.plan({ publishAt: '2040-07-01T08:00:00' })).body.schedule?.dueAt).toBe(
      '2040-07-01T07:00:00.000Z',
    );
  });

  test('survives every save of the draft, and ends whenever it goes live', async () => {
    await using site = await draft(engine);
    await site.plan();
    expect((await site.put(anArticle({ title: 'Newer', version: 1 }))).body.schedule).toEqual(scheduled);
    expect((await site.put({ imageUrl: null })).body.schedule).toEqual(scheduled);
    expect((await site.put({ isPublished: true })).body).toMatchObject({ isPublished: true, schedule: null });
    const refused = await site.plan();
    expect(refused).toMatchObject({
      status: 409,
      body: { message: 'This article is live already: only a draft can be scheduled.', code: 'conflict' },
    });
    expect((await site.unplan()).status).toBe(409);
    await site.put({ isPublished: false });
    expect((await site.read()).schedule).toBeNull();
    await site.plan();
    await site.app.json('POST', `/articles/admin/publish/${site.id}`, undefined, site.token);
    expect((await site.read()).schedule).toBeNull();
    expect(await site.rows()).toEqual([]);
  });

  test('can be removed, also twice', async () => {
    await using site = await draft(engine);
    await site.plan();
    for (const _ of ['once', 'again'])
      expect(await site.unplan()).toMatchObject({
        status: 200,
        body: { message: 'Unscheduled. The article is a draft.' },
      });
    expect((await site.read()).schedule).toBeNull();
    const rows = await site.app.db
      .selectFrom('audit')
      .select('action')
      .where('action', '=', 'article.unschedule' as never)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('is no longer asked about once the article is live, however it was published', async () => {
    await using site = await draft(engine);
    const { app, id, token } = site;
    const publish = () => app.json('POST', `/articles/admin/publish/${id}`, undefined, token);
    await site.put({ isPublished: true });
    const leave = (state: 'late' | 'restored' | 'failed' | 'published') =>
      app.db
        .insertInto('scheduledPublications')
        .values({
          articleId: id,
          publishAt,
          dueAt: scheduled.dueAt,
          hasNewsletter: true,
          createdAt: scheduled.dueAt,
          state,
        })
        .execute();
    for (const state of ['late', 'restored', 'failed'] as const) {
      await leave(state);
      expect((await publish()).status).toBe(200);
      expect(await site.rows()).toEqual([]);
      await leave(state);
      expect(await site.unplan()).toMatchObject({
        status: 200,
        body: { message: 'Unscheduled. The article stays live.' },
      });
      expect(await site.rows()).toEqual([]);
    }
    // Its newsletter has still to be sent: that waits for no one.
    await leave('published');
    expect([(await publish()).status, (await site.unplan()).status]).toEqual([200, 409]);
    expect(await site.rows()).toMatchObject([{ state: 'published' }]);
  });

  test('is removed when the article goes to the bin, and does not come back with it', async () => {
    await using site = await draft(engine);
    const { app, token, id, path } = site;
    await site.plan();
    expect((await app.json('DELETE', path, undefined, token)).status).toBe(200);
    expect(await site.rows()).toEqual([]);
    expect((await site.plan()).status).toBe(404);
    await app.json('POST', `/bin/admin/articles/${id}`, undefined, token);
    expect(await site.read()).toMatchObject({ isPublished: false, schedule: null });
  });

  test('filters the list', async () => {
    await using site = await draft(engine);
    const { app, token } = site;
    await app.json('POST', '/articles/admin', anArticle({ title: 'Another' }), token);
    await site.plan();
    for (const query of ['', '&fields=card']) {
      const { body } = await app.json<Article[]>('GET', `/articles/admin?state=scheduled${query}`, undefined, token);
      expect(body).toMatchObject([{ id: site.id, schedule: scheduled }]);
    }
    const { body: all } = await app.json<Article[]>('GET', '/articles/admin', undefined, token);
    expect(all.map(({ id, schedule }) => (id === site.id) === (schedule !== null))).toEqual([true, true]);
  });

  test('keeps its wall time in another time zone', async () => {
    await using site = await draft(engine);
    await site.plan();
    await site.app.json('PUT', '/settings/admin', { timeZone: 'America/New_York' }, site.token);
    expect((await site.read()).schedule).toMatchObject({ publishAt, dueAt: '2026-12-01T13:00:00.000Z' });
  });

  test('becomes missed when another time zone puts its time into the past', async () => {
    await using site = await draft(engine);
    await site.plan();
    site.app.clock.advance(Date.parse('2026-12-01T07:30:00Z') - site.app.clock.now().getTime());
    await site.app.json('PUT', '/settings/admin', { timeZone: 'Europe/Berlin' }, await site.app.signIn());
    expect(await site.rows()).toMatchObject([{ dueAt: '2026-12-01T07:00:00.000Z', state: 'late' }]);
  });

  test('a missing picture refuses the schedule instead of waiting', async () => {
    await using site = await draft(engine);
    const gone = '/uploads/articles/1700000000000-0123456789abcdef.jpg';
    await site.put({ imageUrl: gone });
    expect(await site.plan()).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(await site.rows()).toEqual([]);
  });
});

test.runIf(everyEngine.includes('postgres'))(
  'publishing while the time zone changes leaves no missed schedule',
  async () => {
    await using site = await draft('postgres');
    const { app, id } = site;
    await site.plan();
    app.clock.set('2026-12-01T08:00:00.000Z');
    const token = await app.signIn();
    const change = await transact(app.db, async (trx) => {
      await publishScheduledArticle({ ...app.context, db: trx }, id);
      const changing = app.json('PUT', '/settings/admin', { timeZone: 'Europe/Berlin' }, token);
      await expect.poll(() => countLockWaits(app.db)).toBe(1);
      return { changing };
    });
    expect((await change.changing).status).toBe(200);
    expect(await site.rows()).toMatchObject([{ state: 'published', dueAt: '2026-12-01T07:00:00.000Z' }]);
  },
);
