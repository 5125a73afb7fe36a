import { expect, test } from 'vitest';
import { indexQueuedRows } from '#platform/db/search/indexing.ts';
import { aMember, anArticle, anEvent } from './support/builders.ts';
import { engines } from './support/database.ts';
import { addArticles, addEvents } from './support/fill-database.ts';
import { testApp } from './support/test-app.ts';

test.each(engines)('a list with exactly the requested number has no next page on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  for (let n = 0; n < 2; n++) {
    await app.json('POST', '/articles/admin', anArticle({ isPublished: true }), token);
    await app.json('POST', '/events/admin', anEvent(), token);
    await app.json('POST', '/events/admin', anEvent({ eventDate: '2026-11-01T18:00:00' }), token);
    await app.json('POST', '/members/admin', aMember(), token);
    const { body } = await app.json<{ id: number }>('POST', '/members/admin', aMember(), token);
    await app.json('DELETE', `/members/admin/${body.id}`, undefined, token);
    await app.json('PUT', '/articles/admin/1', anArticle({ title: `Title ${n}`, isPublished: true }), token);
  }
  const lists = ['/articles', '/events', '/events/upcoming', '/events/past', '/articles/admin', '/events/admin'];
  for (const path of [...lists, '/members/admin', '/bin/admin', '/articles/admin/1/revisions', '/activity/admin']) {
    const total = Number((await app.json('GET', path, undefined, token)).headers.get('x-total-count'));
    expect(total, path).toBeGreaterThan(1);
    const page = (limit: number) => app.json<unknown[]>('GET', `${path}?limit=${limit}`, undefined, token);
    const [whole, less] = [await page(total), await page(total - 1)];
    expect([whole.body.length, whole.headers.get('x-next-cursor')], path).toEqual([total, null]);
    expect([less.body.length, less.headers.get('x-next-cursor') !== null], path).toEqual([total - 1, true]);
  }
});

test.each(engines)('without a limit a list is whole, and with one its Link leads to the rest on %s', async (engine) => {
  await using app = await testApp({ engine });
  const token = await app.signIn();
  const now = app.clock.now();
  await addEvents(app.db, 210, now);
  await addArticles(app.db, 105, 20, now);
  await indexQueuedRows(app.db);
  for (let n = 0; n < 105; n++) await app.json('POST', '/members/admin', aMember(), token);
  for (const [path, count] of [
    ['/events', 210],
    ['/events/upcoming', 105],
    ['/events/past', 105],
    ['/events/admin', 210],
    ['/articles', 105],
    ['/articles/admin', 105],
    ['/members', 105],
    ['/members/admin', 105],
  ] as const) {
    const whole = await app.json<{ id: number }[]>('GET', path, undefined, token);
    expect([new Set(whole.body.map(({ id }) => id)).size, whole.headers.get('link')], path).toEqual([count, null]);
  }
  const first = await app.json<{ id: number }[]>('GET', '/articles?limit=100&search=e');
  const next = first.headers.get('link')?.match(/^<\/api\/v1(.*)>; rel="next"$/)?.[1] ?? '';
  const rest = await app.json<{ id: number }[]>('GET', next);
  expect(new Set([...first.body, ...rest.body].map(({ id }) => id)).size).toBe(105);
});
