import { expect, test } from 'vitest';
import { anArticle } from './support/builders.ts';
import { testApp } from './support/test-app.ts';

test('an unknown path is a JSON 404, whatever the method', async () => {
  await using app = await testApp();
  for (const [method, path] of [
    ['GET', '/nothing'],
    ['POST', '/nothing/7'],
    ['GET', '/articles/1/nothing'],
    ['DELETE', '/'],
  ] as const) {
    const answer = await app.json(method, path);
    expect(answer).toMatchObject({ status: 404, body: { message: expect.any(String), code: 'not_found' } });
    expect(answer.headers.get('content-type')).toContain('application/json');
  }
});

test('a public body may have 16 kB, an article 2 MB', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const subscribe = (size: number) => app.json('POST', '/newsletter/subscribe', { email: 'x'.repeat(size) });
  expect((await subscribe(15_000)).status).toBe(400);
  expect(await subscribe(16 * 1024)).toMatchObject({ status: 413, body: { code: 'too_large' } });
  const article = (size: number) =>
    app.json('POST', '/articles/admin', anArticle({ content: `<a title="${'x'.repeat(size)}">word</a>` }), token);
  expect((await article(1_900_000)).status).toBe(201);
  const message = 'This text is too long: with its formatting it can have at most 2 MB. Please split it in two.';
  expect(await article(2_200_000)).toMatchObject({ status: 413, body: { message } });
});

test('a body without a declared length is cut off at the same limit', async () => {
  await using app = await testApp();
  const chunk = new TextEncoder().encode(' '.repeat(8192));
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(chunk);
    },
  });
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  expect((await app.request('/api/v1/newsletter/subscribe', init)).status).toBe(413);
});

test('only JSON is read, and broken JSON is refused with a sentence', async () => {
  await using app = await testApp();
  const post = async (type: string, body: string) => {
    const headers: Record<string, string> = type ? { 'content-type': type } : {};
    const response = await app.request('/api/v1/newsletter/subscribe', { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as { message: string } };
  };
  const good = '{"email":"reader@example.org"}';
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])
    expect(await post(type, good)).toMatchObject({
      status: 415,
      body: { message: 'Please send the request as JSON.' },
    });
  expect((await post('application/json; charset=utf-8', good)).status).toBe(200);
  for (const broken of ['{', '', 'null', '[]', '"text"', '{"email":'])
    expect(await post('application/json', broken)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^(Please|The|This) \w+ .+/) },
    });
});

test('a refusal names the fields and nothing about the code', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const answer = await app.json('POST', '/members/admin', { name: 7, position: 'Chair' }, token);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', fields: { name: expect.any(String) } } });
  expect(JSON.stringify(answer.body)).not.toMatch(/zod|stack|\.ts|sqlite/i);
});

test('an upload must be a picture and belong to one of the three places', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const form = new FormData();
  form.set('file', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg', { type: 'image/svg+xml' }));
  const headers = { authorization: `Bearer ${token}` };
  const response = await app.request('/api/v1/uploads/articles', { method: 'POST', headers, body: form });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ message: 'Please select a valid image file' });
  expect((await app.request('/api/v1/uploads/elsewhere', { method: 'POST', headers, body: form })).status).toBe(404);
});

test('OpenAPI 3.1 describes every route', async () => {
  await using app = await testApp();
  const { status, body } = await app.json<{ openapi: string; paths: Record<string, object> }>('GET', '/openapi.json');
  expect(status).toBe(200);
  expect(body.openapi).toMatch(/^3\.1\./);
  const described = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const undocumented = ['GET /api/v1/openapi.json', 'GET /api/v1/newsletter/unsubscribe'];
  const routes = app.api.routes
    .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`)
    .filter((route) => !undocumented.includes(route));
  expect([...new Set(routes)].filter((route) => !described.includes(route))).toEqual([]);
  expect(described.length).toBeGreaterThan(25);
});

test('a method that an address does not have is a 405 that names those it has', async () => {
  await using app = await testApp();
  for (const [method, path, allow] of [
    ['DELETE', '/newsletter/subscribe', 'POST'],
    ['PATCH', '/articles/7', 'GET'],
    ['POST', '/settings', 'GET'],
  ] as const) {
    const { status, headers, body } = await app.json<{ code: string }>(method, path);
    expect([path, status, headers.get('allow'), body.code]).toEqual([path, 405, allow, 'method_not_allowed']);
  }
});
