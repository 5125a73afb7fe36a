import { describe, expect, test } from 'vitest';
import { clearForPurge } from '#app/bin-hooks.ts';
import { kinds } from '#app/kinds.ts';
import { pageMessages } from '#features/pages/page.ts';
import { aMember, anArticle, anEvent, aPage } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { purgeExpiredItems } from './bin.jobs.ts';
import type { BinEntry } from './bin.schema.ts';

type Entity = { id: number; version: number } & Record<string, unknown>;

const day = 86_400_000;
const examples = [
  ['articles', anArticle({ isPublished: true }), 'Bats, farms and us'],
  ['articles', anArticle(), 'Bats, farms and us'],
  ['events', anEvent(), 'Evening lecture'],
  ['members', aMember({ isActive: false }), 'A. Member'],
] as const;

async function binned(app: TestApp, kind: string, input: unknown, token: string): Promise<Entity> {
  const { body } = await app.json<Entity>('POST', `/${kind}/admin`, input, token);
  await app.json('DELETE', `/${kind}/admin/${body.id}`, undefined, token);
  return body;
}

const binOf = async (app: TestApp, token: string, query = '') =>
  (await app.json<BinEntry[]>('GET', `/bin/admin${query}`, undefined, token)).body;

const actionsOf = async (app: TestApp) =>
  (await app.db.selectFrom('audit').select('action').where('action', 'not like', 'session.%').orderBy('id').execute())
    .map(({ action }) => action)
    .slice(1);

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort((a, b) => a - b);

describe.each(engines)('the bin on %s', (engine) => {
  test.each(examples)('what was deleted of %s comes back exactly as it was', async (kind, input, title) => {
    await using app = await testApp({ engine });
    const [anna, ben] = [await app.signIn(), await app.signIn()];
    const made = (await app.json<Entity>('POST', `/${kind}/admin`, input, anna)).body;
    app.clock.advance(60_000);
    await app.json('DELETE', `/${kind}/admin/${made.id}`, undefined, ben);
    const at = { deletedAt: '2026-11-21T12:01:00.000Z', purgeAt: '2026-12-21T12:01:00.000Z' };
    expect(await binOf(app, anna)).toEqual([{ kind, id: made.id, title, deletedBy: 'editor2', ...at }]);
    expect((await app.json('PUT', `/${kind}/admin/${made.id}`, input, anna)).status).toBe(404);

    const back = await app.json<Entity>('POST', `/bin/admin/${kind}/${made.id}`, undefined, ben);
    expect(back).toMatchObject({ status: 200, body: made });
    expect(await binOf(app, anna)).toEqual([]);
    expect((await app.json('PUT', `/${kind}/admin/${made.id}`, { ...input, version: 1 }, anna)).status).toBe(200);
    const noun = kind.slice(0, -1);
    expect(await actionsOf(app)).toEqual([`${noun}.delete`, `${noun}.restore`, `${noun}.update`]);
    expect((await app.json('POST', `/bin/admin/${kind}/${made.id}`, undefined, ben)).status).toBe(404);
  });

  test('a page of the menu comes back once the menu has room for it', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const page = aPage({ place: 'menu' });
    const { id } = await binned(app, 'pages', page, token);
    for (let n = 0; n < 5; n++) await app.json('POST', '/pages/admin', page, token);
    const restore = () => app.json('POST', `/bin/admin/pages/${id}`, undefined, token);
    expect(await restore()).toMatchObject({ status: 400, body: { message: pageMessages.fullMenu } });
    expect(await binOf(app, token)).toHaveLength(1);
    await app.json('DELETE', `/pages/admin/${id + 1}`, undefined, token);
    expect((await restore()).status).toBe(200);
  });

  test.each(examples)('deleted %s can be deleted permanently from the bin', async (kind, input) => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await binned(app, kind, input, token);
    const purge = () => app.json('DELETE', `/bin/admin/${kind}/${id}`, undefined, token);
    expect(await purge()).toMatchObject({ status: 200, body: { message: 'Deleted permanently.' } });
    expect((await purge()).status).toBe(404);
    expect((await app.json('POST', `/bin/admin/${kind}/${id}`, undefined, token)).status).toBe(404);
    for (const table of [kind, 'revisions'] as const)
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect((await actionsOf(app)).at(-1)).toBe(`${kind.slice(0, -1)}.purge`);
  });

  test('only what is in the bin can be purged', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = (await app.json<Entity>('POST', '/articles/admin', anArticle(), token)).body;
    for (const path of [`articles/${id}`, `events/${id}`, 'articles/999', 'articles/x', `settings/${id}`])
      expect((await app.json('DELETE', `/bin/admin/${path}`, undefined, token)).status, path).toBe(404);
    expect((await app.json('GET', `/articles/${id}`, undefined, token)).status).toBe(200);
  });

  test('the list has pages, the last deleted first', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await binned(app, 'articles', anArticle({ title: 'One' }), token);
    await binned(app, 'members', aMember({ name: 'Two' }), token);
    await binned(app, 'events', anEvent({ title: 'Three' }), token);
    app.clock.advance(1000);
    await binned(app, 'events', anEvent({ title: 'Four' }), token);
    const titles: string[] = [];
    let query = '?limit=1';
    while (query) {
      const page = await app.json<BinEntry[]>('GET', `/bin/admin${query}`, undefined, token);
      expect(page.headers.get('x-total-count')).toBe('4');
      titles.push(...page.body.map(({ title }) => title));
      const cursor = page.headers.get('x-next-cursor');
      query = cursor ? `?limit=1&cursor=${encodeURIComponent(cursor)}` : '';
    }
    expect(titles).toEqual(['Four', 'Two', 'Three', 'One']);
    expect((await app.json('GET', '/bin/admin?cursor=x', undefined, token)).status).toBe(400);
  });

  test('after 30 days an item and its revisions are purged, not a moment earlier', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    for (const [kind, input] of examples) await binned(app, kind, input, token);
    await app.json('POST', '/articles/admin', anArticle({ title: 'Kept' }), token);
    const sweep = () => purgeExpiredItems(app.db, app.clock.now(), { kinds, clear: clearForPurge });
    app.clock.advance(30 * day - 1);
    await sweep();
    expect(await binOf(app, await app.signIn())).toHaveLength(4);
    app.clock.advance(1);
    await sweep();
    expect(await binOf(app, await app.signIn())).toEqual([]);
    expect(await app.db.selectFrom('revisions').select('kind').execute()).toEqual([{ kind: 'articles' }]);
    const purged = app.db.selectFrom('audit').selectAll().where('action', 'like', '%.purge');
    expect((await purged.execute()).map(({ administratorId }) => administratorId)).toEqual([null, null, null, null]);
  });

  test('deleting, restoring and purging at once leaves the bin consistent', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { id } = await binned(app, 'events', anEvent(), token);
    const restores = [1, 2, 3].map(() => app.json('POST', `/bin/admin/events/${id}`, undefined, token));
    expect(statusesOf(await Promise.all(restores))).toEqual([200, 404, 404]);
    await app.json('DELETE', `/events/admin/${id}`, undefined, token);
    const both = await Promise.all([
      app.json('POST', `/bin/admin/events/${id}`, undefined, token),
      app.json('DELETE', `/bin/admin/events/${id}`, undefined, token),
    ]);
    expect(statusesOf(both)).toEqual([200, 404]);
  });
});
