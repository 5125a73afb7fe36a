import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownPages, statesOfPaths } from '#app/links/own-pages.ts';
import { aMember, anArticle, anEvent } from './support/builders.ts';
import { listStatements } from './support/recording.ts';
import { testApp } from './support/test-app.ts';

test('every page of the routes is known to what checks links', () => {
  const routes = readFileSync(new URL('../src/app/routes.ts', import.meta.url), 'utf8');
  const paths = [...routes.matchAll(/path: '(\/[^':*]*)'/g)].map(([, path]) => path ?? '');
  expect(paths.length).toBeGreaterThan(6);
  expect(paths.filter((path) => !ownPages.has(path))).toEqual([]);
});

test('a link of a text is there for visitors, missing, a draft or closed', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const live = await app.json<{ id: number }>('POST', '/articles/admin', anArticle({ isPublished: true }), token);
  const draft = await app.json<{ id: number }>('POST', '/articles/admin', anArticle(), token);
  const shown = await app.json<{ id: number }>('POST', '/members/admin', aMember(), token);
  const hidden = await app.json<{ id: number }>('POST', '/members/admin', aMember({ isActive: false }), token);
  const event = await app.json<{ id: number }>('POST', '/events/admin', anEvent(), token);
  const expected = {
    [`/articles/${live.body.id}?x=1#top`]: 'there',
    [`/articles/${draft.body.id}`]: 'draft',
    '/articles/999': 'missing',
    '/articles/bats': 'missing',
    [`/events/${event.body.id}`]: 'there',
    [`/events/${event.body.id}.ics`]: 'there',
    '/events/999': 'missing',
    [`/about?member=${shown.body.id}`]: 'there',
    [`/about?member=${hidden.body.id}`]: 'missing',
    '/about?member=999': 'missing',
    '/about?member=1.5': 'missing',
    '/about?member=x': 'missing',
    '/about/': 'there',
    '/abuot': 'missing',
    '/\\[': 'missing',
    '/admin/articles': 'closed',
    '/uploads/articles/1.jpg': 'there',
  };
  const ask = (body: unknown) => app.json('POST', '/links/admin/check', body, token);
  expect((await ask({ paths: Object.keys(expected) })).body).toEqual({ states: Object.values(expected) });
  expect((await ask({ paths: ['https://example.org/'] })).status).toBe(400);
  expect((await ask({ paths: Array.from({ length: 201 }, () => '/') })).status).toBe(400);
  expect((await app.json('POST', '/links/admin/check', { paths: [] })).status).toBe(401);
  await app.json('DELETE', `/articles/admin/${live.body.id}`, undefined, token);
  await app.json('DELETE', `/members/admin/${shown.body.id}`, undefined, token);
  const binned = [`/articles/${live.body.id}`, `/about?member=${shown.body.id}`];
  expect((await ask({ paths: binned })).body).toEqual({ states: ['missing', 'missing'] });
});

test('200 links are looked up by one query for each kind', async () => {
  await using app = await testApp();
  const { db, statements } = listStatements(app.db);
  const four = (n: number) => [`/articles/${n}`, `/events/${n}`, `/about?member=${n}`, '/about'];
  const paths = Array.from({ length: 50 }, (_, n) => four(n + 1)).flat();
  expect(new Set(await statesOfPaths(db, paths))).toEqual(new Set(['missing', 'there']));
  expect(statements).toHaveLength(3);
  await statesOfPaths(db, ['/about']);
  expect(statements).toHaveLength(3);
});
