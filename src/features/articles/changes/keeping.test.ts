import { describe, expect, test } from 'vitest';
import { sweepPictures } from '#features/uploads/uploads.jobs.ts';
import { anArticle } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import type { Article } from '../article.schema.ts';

const old = { title: 'Old title', description: 'Old words', content: '<p>Old text.</p>' };
const fresh = { title: 'New title', content: '<p>New text.<script>alert(1)</script></p>' };

/** A live article, and what its two administrators call. */
async function liveArticle(engine: 'sqlite' | 'postgres') {
  const app = await testApp({ engine });
  const [anna, ben] = [await app.signIn(), await app.signIn()];
  const made = await app.json<Article>('POST', '/articles/admin', anArticle({ ...old, isPublished: true }), anna);
  const path = `/articles/admin/${made.body.id}`;
  const keep = (input: object, token = anna) => app.json<Article>('PUT', `${path}/changes`, input, token);
  const put = (input: object, token = anna) => app.json<Article>('PUT', path, input, token);
  const read = async () => (await app.json<Article>('GET', `/articles/${made.body.id}`, undefined, anna)).body;
  return {
    app,
    anna,
    ben,
    id: made.body.id,
    path,
    keep,
    put,
    read,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** What visitors get, byte for byte. */
async function seenByVisitors(app: TestApp, id: number): Promise<string[]> {
  const paths = [
    `/articles/${id}`,
    '/articles',
    '/articles?search=Old',
    '/articles?search=New',
    `/articles?after=${id}`,
  ];
  return Promise.all(paths.map(async (path) => (await app.request(`/api/v1${path}`)).text()));
}

describe.each(engines)('changes beside a live article on %s', (engine) => {
  test('visitors get the old bytes until it goes live, which ends them', async () => {
    await using site = await liveArticle(engine);
    const { app, id, keep, put, read } = site;
    const before = await seenByVisitors(app, id);
    app.clock.advance(60_000);
    const { status, body } = await keep({ ...fresh, version: 1, changesId: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...old, version: 1, isPublished: true, updatedAt: '2026-11-21T12:00:00.000Z' });
    expect(body.changes).toMatchObject({
      ...{ title: 'New title', description: 'Old words', content: '<p>New text.</p>' },
      ...{ savedBy: 'editor1', savedAt: '2026-11-21T12:01:00.000Z', isOlder: false },
    });
    expect(await seenByVisitors(app, id)).toEqual(before);
    const cards = await app.json<Article[]>('GET', '/articles/admin?fields=card', undefined, site.anna);
    expect(cards.body).toMatchObject([{ id, title: 'Old title', hasChanges: true }]);

    const live = { ...fresh, isPublished: true, version: 1, changesId: body.changes?.id ?? null };
    expect((await put(live)).body).toMatchObject({ title: 'New title', isPublished: true, changes: null });
    expect(await read()).toMatchObject({ title: 'New title', version: 2, changes: null });
    expect((await seenByVisitors(app, id)).join()).toContain('New text.');
  });

  test('what a save leaves out stays as it was saved beside', async () => {
    await using site = await liveArticle(engine);
    const first = (await site.keep({ ...fresh, excerpt: 'Short' })).body.changes;
    const second = (await site.keep({ description: 'New words', changesId: first?.id })).body.changes;
    expect(second).toMatchObject({ title: 'New title', description: 'New words', excerpt: 'Short' });
    expect(second?.id).not.toBe(first?.id);
    expect((await site.keep({ title: ' ' })).status).toBe(400);
    expect((await site.read()).changes).toMatchObject({ title: 'New title' });
  });

  test('nobody overwrites unseen what somebody else has saved beside, or live', async () => {
    await using site = await liveArticle(engine);
    const { keep, put, ben } = site;
    const first = (await keep({ ...fresh, version: 1, changesId: null })).body.changes;
    const second = await keep({ title: 'Mine', version: 1, changesId: null }, ben);
    expect(second).toMatchObject({
      status: 409,
      body: {
        message: 'editor1 saved changes of this article at the same time as you.',
        conflict: { by: 'editor1', version: first?.id, of: 'changes' },
      },
    });
    expect((await put({ title: 'Mine', version: 1, changesId: null }, ben)).status).toBe(409);
    expect((await keep({ title: 'Mine', version: 1, changesId: first?.id }, ben)).status).toBe(200);
    // Without them the spec's own save leaves them alone; they are older then, and a form is told so.
    expect(await put({ title: 'By a client' })).toMatchObject({ status: 200, body: { changes: { title: 'Mine' } } });
    expect((await site.read()).changes).toMatchObject({ title: 'Mine', isOlder: true });
    expect(await keep({ title: 'Late', version: 1, changesId: null })).toMatchObject({
      status: 409,
      body: { conflict: { by: 'editor1', version: 2 } },
    });
  });

  test('after they were discarded, their id comes never again', async () => {
    await using site = await liveArticle(engine);
    const first = (await site.keep(fresh)).body.changes;
    const discard = () => site.app.json('DELETE', `${site.path}/changes`, undefined, site.ben);
    expect(await discard()).toMatchObject({ status: 200, body: { message: expect.stringContaining('discarded') } });
    expect((await discard()).status).toBe(200);
    expect((await site.read()).changes).toBeNull();
    await site.keep({ title: 'Another' }, site.ben);
    expect((await site.keep({ ...fresh, changesId: first?.id })).status).toBe(409);
  });

  test('whoever discards them has seen them', async () => {
    await using site = await liveArticle(engine);
    const { app, anna, ben, keep, path } = site;
    const discard = (token: string, query: string) => app.json('DELETE', `${path}/changes${query}`, undefined, token);
    const first = (await keep(fresh)).body.changes;
    const second = (await keep({ title: 'By Ben', changesId: first?.id }, ben)).body.changes;
    expect(await discard(anna, `?changesId=${first?.id}`)).toMatchObject({
      status: 409,
      body: {
        message: 'editor2 saved changes of this article at the same time as you.',
        conflict: { by: 'editor2', version: second?.id, of: 'changes' },
      },
    });
    expect((await site.read()).changes).toMatchObject({ title: 'By Ben' });
    expect((await discard(anna, `?changesId=${second?.id}`)).status).toBe(200);
    expect((await discard(anna, `?changesId=${second?.id}`)).status).toBe(200);
    await keep(fresh);
    expect((await discard(ben, '')).status).toBe(200);
  });

  test('nobody puts live unasked what somebody else has discarded, and a lost answer stops nobody', async () => {
    await using site = await liveArticle(engine);
    const { app, ben, keep, put, path } = site;
    const first = (await keep(fresh)).body.changes;
    await keep({ title: 'By Ben', changesId: first?.id }, ben);
    await app.json('DELETE', `${path}/changes`, undefined, ben);
    const live = { ...fresh, isPublished: true, version: 1, changesId: first?.id };
    for (const refused of [await put(live), await keep(live)])
      expect(refused).toMatchObject({
        status: 409,
        body: {
          message: 'editor2 discarded these changes meanwhile.',
          conflict: { by: 'editor2', version: (first?.id ?? 0) + 1, of: 'discarded' },
        },
      });
    expect((await site.read()).title).toBe('Old title');
    const third = (await keep({ ...fresh, changesId: null })).body.changes;
    for (const _twice of [1, 2])
      expect(await put({ ...live, changesId: third?.id })).toMatchObject({
        status: 200,
        body: { title: 'New title', changes: null },
      });
  });

  test('Update takes them along into the draft; a draft has none of its own', async () => {
    await using site = await liveArticle(engine);
    const { changes } = (await site.keep(fresh)).body;
    const draft = await site.put({ ...fresh, isPublished: false, version: 1, changesId: changes?.id });
    expect(draft.body).toMatchObject({ isPublished: false, title: 'New title', changes: null });
    expect(await site.keep(fresh)).toMatchObject({
      status: 400,
      body: { message: 'This article is not live: save it as a draft.' },
    });
  });

  test('a preview link shows them for its seven days, then the live article', async () => {
    await using site = await liveArticle(engine);
    const { app, id, keep, path, anna } = site;
    const { body } = await app.json<{ url: string }>('POST', `${path}/preview`, undefined, anna);
    const preview = `/articles/${id}/preview${new URL(body.url).search}`;
    expect((await app.json<Article>('GET', preview)).body).toMatchObject({ title: 'Old title', isPublished: true });
    await keep(fresh);
    const shown = (await app.json<Article>('GET', preview)).body;
    expect(shown).toMatchObject({ title: 'New title', content: '<p>New text.</p>', isPublished: false });
    expect(shown).not.toHaveProperty('changes');
    app.clock.advance(7 * 86_400_000);
    expect((await app.json<Article>('GET', preview)).body).toMatchObject({ title: 'Old title', isPublished: true });
  });

  test('they go to the bin with the article, come back with it, and are deleted with it', async () => {
    await using site = await liveArticle(engine);
    const { app, anna, id, path, keep, read } = site;
    await keep(fresh);
    await app.json('DELETE', path, undefined, anna);
    expect((await keep(fresh)).status).toBe(404);
    await app.json('POST', `/bin/admin/articles/${id}`, undefined, anna);
    expect((await read()).changes).toMatchObject({ title: 'New title' });
    await app.json('DELETE', path, undefined, anna);
    expect((await app.json('DELETE', `/bin/admin/articles/${id}`, undefined, anna)).status).toBe(200);
    expect(await app.db.selectFrom('articleChanges').selectAll().execute()).toEqual([]);
  });

  test('an earlier version that is brought back goes live, and they stay beside it', async () => {
    await using site = await liveArticle(engine);
    const { app, anna, path, keep, put, read } = site;
    await put({ title: 'Second title' });
    await keep(fresh);
    const list = await app.json<{ id: number }[]>('GET', `${path}/revisions`, undefined, anna);
    await app.json('POST', `${path}/revisions/${list.body.at(-1)?.id}`, undefined, anna);
    expect(await read()).toMatchObject({ title: 'Old title', changes: { title: 'New title', isOlder: true } });
  });

  test('the activity knows them, their pictures stay, and who is erased is not named', async () => {
    await using site = await liveArticle(engine);
    const { app, anna, ben, keep, read } = site;
    await keep({ content: '<p><img src="/uploads/articles/1700000000000-0123456789abcdef.jpg" alt=""></p>' }, ben);
    const old = { purpose: 'articles' as const, width: 1, height: 1, color: '#000000', bytes: 1, variants: '[]' };
    const url = '/uploads/articles/1700000000000-0123456789abcdef.jpg';
    await app.db
      .insertInto('uploads')
      .values({ ...old, url, administratorId: 1, createdAt: '2026-11-01T00:00:00.000Z' })
      .execute();
    await sweepPictures(app.context);
    expect(await app.db.selectFrom('uploads').select('url').execute()).toEqual([{ url }]);
    const activity = await app.json<object[]>('GET', '/activity/admin', undefined, anna);
    const words = { before: 'saved changes of the article “', name: 'Old title', after: '” that are not live yet' };
    expect(activity.body[0]).toMatchObject(words);
    await app.db.updateTable('administrators').set({ isActive: false }).where('username', '=', 'editor2').execute();
    expect((await app.json('DELETE', '/admin/administrators/2', undefined, anna)).status).toBe(200);
    expect((await read()).changes?.savedBy).not.toBe('editor2');
  });
});
