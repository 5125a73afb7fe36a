import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { expect, test } from 'vitest';
import type { ApiEnv } from '#platform/http/api.ts';
import { fetchBuffered, fetchInProcess, passJsonInProcess, rememberBody, unlessBuffered } from './in-process-fetch.ts';

test('a call within the process gets the value itself, everyone else gets JSON', async () => {
  const value = { title: 'Bats' };
  const app = new Hono<ApiEnv>();
  app.use(passJsonInProcess);
  app.get('/one', (c) => c.json(value, 201, { 'x-total-count': '1' }));
  const own = await fetchInProcess(app, '/one');
  expect([own.status, own.headers.get('x-total-count')]).toEqual([201, '1']);
  expect(await own.json()).toBe(value);
  const other = await app.request('/one');
  expect([other.headers.get('content-type'), await other.text()]).toEqual(['application/json', '{"title":"Bats"}']);
});

test('a whole answer is not compressed, and has the bytes it was made of', async () => {
  const text = 'abc'.repeat(1000);
  const bytes = Buffer.from(text);
  const app = new Hono<ApiEnv>();
  app.use(passJsonInProcess, unlessBuffered(compress()));
  app.get('/data', (c) => c.json({ text }, 201, { 'x-total-count': '1' }));
  app.get('/page', (c) => rememberBody(bytes, c.html(text)));
  app.get('/other', (c) => c.html(text));
  for (const path of ['/page', '/other']) {
    const { response, body } = await fetchBuffered(app, new Request(`http://localhost${path}`), {});
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(body.equals(bytes)).toBe(true);
    if (path === '/page') expect(body).toBe(bytes);
  }
  const { response, body } = await fetchBuffered(app, new Request('http://localhost/data'), {});
  const { status, headers } = response;
  const told = [status, headers.get('content-type'), headers.get('x-total-count')];
  expect([told, body.toString()]).toEqual([[201, 'application/json', '1'], JSON.stringify({ text })]);
});

test('a middleware may read the body of a request that the site makes itself', async () => {
  const app = new Hono<ApiEnv>();
  app.use(passJsonInProcess);
  app.use(async (c, next) => {
    c.header('x-body', JSON.stringify([await c.req.text(), await c.req.raw.clone().text(), c.req.raw.bodyUsed]));
    await next();
  });
  app.get('/one', (c) => c.json({ title: 'Bats' }));
  const own = await fetchInProcess(app, '/one');
  expect([own.headers.get('x-body'), await own.json()]).toEqual(['["","",false]', { title: 'Bats' }]);
  const { response } = await fetchBuffered(app, new Request('http://localhost/one'), {});
  expect(response.headers.get('x-body')).toBe('["","",false]');
});
