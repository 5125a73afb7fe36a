import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { indexQueuedRows } from '#platform/db/search/indexing.ts';
import { anArticle, anEvent } from './support/builders.ts';
import { engines } from './support/database.ts';
import { openHttpHandler } from './support/http-handler.ts';
import { testApp } from './support/test-app.ts';

describe.each(engines)('the page cache on %s', (engine) => {
  test('are made once, and again after each change, in the very next answer', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await using handler = await openHttpHandler(app);
    const seen = async (path: string) => (await handler.get(path)).body.toString();
    const write = async (method: string, path: string, body: unknown) => {
      const init = { method, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } };
      const response = await fetch(handler.url + path, { ...init, body: JSON.stringify(body) });
      return (await response.json()) as { id: number };
    };
    expect(await seen('/articles')).not.toContain('Bats, farms and us');
    const { id } = await write('POST', '/api/v1/articles/admin', anArticle());
    for (const path of ['/', '/articles', '/api/v1/articles', '/feed.xml', '/sitemap.xml'])
      expect(await seen(path)).not.toContain(`articles/${id}`);
    await write('POST', `/api/v1/articles/admin/publish/${id}`, {});
    for (const path of ['/', '/articles', `/articles/${id}`, '/api/v1/articles', `/api/v1/articles/${id}`, '/feed.xml'])
      expect(await seen(path)).toContain('Bats, farms and us');
    await write('PUT', `/api/v1/articles/admin/${id}`, anArticle({ title: 'Cats, barns and us', isPublished: true }));
    expect(await seen(`/articles/${id}`)).toContain('Cats, barns and us');
    const count = handler.asked.length;
    for (let n = 0; n < 5; n++) await seen(`/articles/${id}`);
    expect(handler.asked.length).toBe(count);
    await write('PUT', `/api/v1/articles/admin/${id}`, anArticle({ isPublished: false }));
    expect((await handler.get(`/articles/${id}`)).status).toBe(404);
    expect(await seen('/articles')).not.toContain('Cats, barns');
  });

  test('a page begun before a change is never cached after it', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    const { body: article } = await app.json<{ id: number }>(
      'POST',
      '/articles/admin',
      anArticle({ isPublished: true }),
      token,
    );
    const path = `/api/v1/articles/${article.id}`;
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isHeld = true;
    await using handler = await openHttpHandler(app, async () => {
      if (!isHeld) return;
      gates[0]?.resolve();
      await gates[1]?.promise;
    });
    const slow = handler.get(path);
    await gates[0]?.promise;
    isHeld = false;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const body = JSON.stringify(anArticle({ title: 'Changed in the meantime', isPublished: true }));
    await fetch(`${handler.url}/api/v1/articles/admin/${article.id}`, { method: 'PUT', headers, body });
    // One that arrives after the change does not wait for what was begun before it.
    expect((await handler.get(path)).body.toString()).toContain('Changed in the meantime');
    gates[1]?.resolve();
    await slow;
    expect((await handler.get(path)).body.toString()).toContain('Changed in the meantime');
  });

  test('indexing by the worker leaves every page in the cache, and searches follow within seconds', async () => {
    await using app = await testApp({ engine });
    const token = await app.signIn();
    await app.json('POST', '/articles/admin', anArticle({ isPublished: true }), token);
    await using handler = await openHttpHandler(app);
    const found = async () => (await handler.get('/api/v1/articles?search=flight')).headers['x-total-count'];
    // As an upgrade, a restore and another program leave it: a row whose text is not in the index yet.
    await app.db.updateTable('articles').set({ contentText: 'Of estuaries' }).execute();
    const pages = ['/', '/articles', '/articles/1', '/feed.xml', '/api/v1/articles'];
    for (const path of pages) await handler.get(path);
    expect(await found()).toBe('1');
    handler.asked.length = 0;
    await indexQueuedRows(app.db);
    for (const path of pages) await handler.get(path);
    expect(handler.asked).toEqual([]);
    app.clock.advance(5_000);
    expect(await found()).toBe('0');
    app.clock.advance(50_000);
    await found();
    expect(handler.asked).toEqual(['/api/v1/articles?search=flight']);
  });

  test('many requests at once make it once', async () => {
    await using app = await testApp({ engine });
    await using handler = await openHttpHandler(app);
    const answers = await Promise.all(Array.from({ length: 30 }, () => handler.get('/about')));
    expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1);
    expect(handler.asked.filter((path) => path === '/about')).toHaveLength(1);
  });

  test('expire when the next event begins, and after a minute', async () => {
    await using app = await testApp({ engine, now: '2026-11-21T12:00:00.000Z' });
    const token = await app.signIn();
    await app.json('POST', '/events/admin', anEvent({ eventDate: '2026-11-21T12:00:30' }), token);
    await using handler = await openHttpHandler(app);
    const seen = async () => (await handler.get('/events')).body.toString();
    const made = () => handler.asked.filter((path) => path === '/events').length;
    const first = await seen();
    app.clock.set('2026-11-21T12:00:30.000Z');
    expect(await seen()).toBe(first);
    expect(made()).toBe(1);
    app.clock.advance(1);
    expect(await seen()).not.toBe(first);
    expect(made()).toBe(2);
    app.clock.advance(59_000);
    await seen();
    expect(made()).toBe(2);
    app.clock.advance(1001);
    await seen();
    expect(made()).toBe(3);
  });
});

test('are sent compressed, with a strong ETag for each encoding, and as 304', async () => {
  await using app = await testApp();
  await using handler = await openHttpHandler(app);
  const plain = await handler.get('/');
  const brotli = await handler.get('/', { 'accept-encoding': 'gzip, deflate, br, zstd' });
  const gzip = await handler.get('/', { 'accept-encoding': 'gzip;q=0.5, br;q=0' });
  expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
  expect(gunzipSync(gzip.body)).toEqual(plain.body);
  expect([plain, brotli, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
  const tags = [plain, brotli, gzip].map(({ headers }) => headers.etag ?? '');
  expect(new Set(tags).size).toBe(3);
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  for (const answer of [plain, brotli, gzip]) {
    expect(answer.headers['content-length']).toBe(String(answer.body.byteLength));
    expect(answer.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(answer.headers.vary).toBe('accept-encoding, cookie');
  }
  for (const known of [tags[1] ?? '', `"other", W/${tags[1]}`, '*']) {
    const again = await handler.get('/', { 'accept-encoding': 'br', 'if-none-match': known });
    expect(again).toMatchObject({ status: 304, headers: { etag: tags[1] } });
    expect(again.body.byteLength).toBe(0);
  }
  expect((await handler.get('/', { 'accept-encoding': 'br', 'if-none-match': tags[0] ?? '' })).status).toBe(200);
  const head = await handler.get('/', { 'accept-encoding': 'br' }, 'HEAD');
  expect(head).toMatchObject({
    status: 200,
    headers: { etag: tags[1], 'content-length': brotli.headers['content-length'] },
  });
  expect(head.body.byteLength).toBe(0);
});

test('have the same content in each encoding, whichever is requested first', async () => {
  await using app = await testApp();
  await using handler = await openHttpHandler(app);
  const forms = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };
  const orders = [
    ['br', 'gzip', 'identity'],
    ['gzip', 'identity', 'br'],
    ['br', 'identity', 'gzip'],
  ] as const;
  for (const [at, path] of ['/', '/about', '/articles'].entries()) {
    const bodies: Buffer[] = [];
    for (const form of orders[at] ?? [])
      bodies.push(forms[form]((await handler.get(path, { 'accept-encoding': form })).body));
    expect(bodies[0]?.byteLength, path).toBeGreaterThan(600);
    expect(
      bodies.map((body) => body.equals(bodies[0] ?? Buffer.of())),
      path,
    ).toEqual([true, true, true]);
  }
});

test('only query parameters that the page reads make another entry', async () => {
  await using app = await testApp();
  await using handler = await openHttpHandler(app);
  for (let n = 0; n < 20; n++) await handler.get(`/articles?utm_source=${n}&search=bats&page=${n}`);
  await handler.get('/articles?search=bats');
  expect(handler.asked).toEqual(['/articles?search=bats']);
  for (let n = 0; n < 20; n++) await handler.get(`/?x=${n}`);
  expect(handler.asked).toHaveLength(2);
  expect(handler.cache.size.entries).toBe(2);
});

test('use no more memory than allowed, however many addresses are requested', async () => {
  await using app = await testApp({ config: { pageCacheBytes: 800_000 } });
  await using handler = await openHttpHandler(app);
  for (let n = 0; n < 40; n++) await handler.get(`/articles?search=${n}`);
  expect(handler.cache.size.bytes).toBeLessThanOrEqual(800_000);
  expect(handler.cache.size.entries).toBeGreaterThan(0);
  for (let n = 1; n < 20; n++) await handler.get(`/articles/${n}`);
  expect((await handler.get('/articles/7')).status).toBe(404);
  expect(handler.asked.filter((path) => path === '/articles/7')).toHaveLength(2);
});

test('the chosen theme is part of the key; other cookies are not', async () => {
  await using app = await testApp();
  await using handler = await openHttpHandler(app);
  const dark = await handler.get('/', { cookie: 'a=b; theme=dark' });
  expect(dark.body.toString()).toContain('data-theme="dark"');
  expect((await handler.get('/', { cookie: 'session=1' })).body.toString()).not.toContain('<html lang="en" data-theme');
  await handler.get('/', { cookie: 'session=2' });
  expect(handler.asked).toHaveLength(2);
});

test('a request with a bearer gets an answer of its own, which no one else gets', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const draft = await app.json<{ id: number }>('POST', '/articles/admin', anArticle(), token);
  const path = `/api/v1/articles/${draft.body.id}`;
  await using handler = await openHttpHandler(app);
  const own = await handler.get(path, { authorization: `Bearer ${token}` });
  expect(own).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  expect((await handler.get(path)).status).toBe(404);
  expect((await handler.get('/articles')).body.toString()).not.toContain('Bats, farms');
  expect((await handler.get('/articles', { authorization: `Bearer ${token}` })).headers.etag).toBeUndefined();
});

test('while the database is away visitors get cached pages, however old', async () => {
  await using app = await testApp({ engine: engines.at(-1) ?? 'sqlite' });
  await using handler = await openHttpHandler(app);
  const before = await handler.get('/about');
  await app.db.destroy();
  app.clock.advance(3_600_000);
  expect((await handler.get('/about')).body).toEqual(before.body);
  expect((await handler.get('/')).headers['cache-control']).toBe('no-store');
});
