import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { anEvent } from './support/builders.ts';
import { anOpenEvent } from './support/guests.ts';
import { openHttpHandler, type RawAnswer } from './support/http-handler.ts';
import { patient } from './support/patience.ts';
import { recordStatements } from './support/record-statements.ts';
import { eventually } from './support/smtp.ts';
import { testApp } from './support/test-app.ts';

test('over capacity visitors get a 503 at once, administrators and monitoring get through', async () => {
  await using app = await testApp();
  const token = await app.signIn();
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  await using handler = await openHttpHandler(app, async (path) => {
    if (!path.startsWith('/articles') && path !== '/verify') return;
    waiting++;
    await gate.promise;
  });
  const refused: RawAnswer[] = [];
  const asked = Array.from({ length: 152 }, async (_, n) => {
    const answer = await handler.get(n % 2 ? `/articles?search=${n}` : `/verify?${n}`);
    if (answer.status === 503) refused.push(answer);
    return answer.status;
  });
  await eventually(() => refused.length === 20);
  expect(waiting).toBe(4);
  const page = await handler.get('/articles?search=late');
  expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '2', 'cache-control': 'no-store' } });
  expect(page.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
  const call = await handler.get('/api/v1/nothing');
  expect(call.status).toBe(503);
  expect(JSON.parse(call.body.toString())).toMatchObject({ code: 'overloaded' });
  expect((await handler.get('/healthz')).status).toBe(200);
  expect((await handler.get('/api/v1/admin/me', { authorization: `Bearer ${token}` })).status).not.toBe(503);
  gate.resolve();
  expect((await Promise.all(asked)).filter((status) => status === 200)).toHaveLength(132);
  expect((await handler.get('/verify')).status).toBe(200);
});

test('one person’s many requests do not delay others, and cached pages are never delayed', async () => {
  await using app = await testApp({ config: { trustProxy: true } });
  const gate = Promise.withResolvers<void>();
  let isOpen = true;
  await using handler = await openHttpHandler(app, (path) =>
    path === '/articles' && !isOpen ? gate.promise : Promise.resolve(),
  );
  const by = (address: string) => ({ 'x-forwarded-for': address });
  await handler.get('/about');
  isOpen = false;
  const greedy = Array.from({ length: 64 }, (_, n) => handler.get(`/articles?search=${n}`, by('203.0.113.66')));
  await eventually(() => handler.asked.length === 5);
  expect((await handler.get('/about', by('198.51.100.7'))).status).toBe(200);
  expect((await handler.get('/events?search=bats', by('198.51.100.7'))).status).toBe(200);
  expect(handler.asked).toHaveLength(6);
  isOpen = true;
  gate.resolve();
  // While the rest of the 64 is made, who comes later is next.
  const late = await handler.get('/events?search=late', by('198.51.100.7'));
  expect(late.status).toBe(200);
  expect((await Promise.all(greedy)).map(({ status }) => status)).toEqual(greedy.map(() => 200));
  expect(handler.asked.indexOf('/events?search=late')).toBeLessThan(30);
});

test('a cached page is not refused after a change, and is not served outdated', async () => {
  await using app = await testApp({ config: { trustProxy: true, pageCacheBytes: 100_000_000 } });
  const gate = Promise.withResolvers<void>();
  let isOpen = true;
  await using handler = await openHttpHandler(app, async (path) => {
    if (path.startsWith('/events/') && !isOpen) await gate.promise;
  });
  const greedy = { 'x-forwarded-for': '203.0.113.66' };
  const paths = Array.from({ length: 1100 }, (_, n) => `/events/${n + 1}.ics`);
  for (const path of paths) expect((await handler.get(path)).status).toBe(404);
  isOpen = false;
  await app.json('POST', '/events/admin', anEvent(), await app.signIn());
  const asked = paths.map((path) => handler.get(path, greedy));
  const refused = handler.get('/about', greedy);
  expect((await refused).status).toBe(503);
  // However many wait, another network has its turn.
  expect((await handler.get('/about', { 'x-forwarded-for': '198.51.100.7' })).status).toBe(200);
  gate.resolve();
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, ...paths.slice(1).map(() => 404)]);
});

test('many people of one network who ask for a few pages at once are not refused', async () => {
  await using app = await testApp();
  await using handler = await openHttpHandler(app);
  const pages = ['/', '/articles', '/events', '/about'];
  const answers = await Promise.all(Array.from({ length: 400 }, (_, n) => handler.get(pages[n % pages.length] ?? '')));
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  expect(handler.asked.toSorted()).toEqual(pages.toSorted());
});

test('64 senders of one /48 get the turns of one network', async () => {
  await using app = await testApp({ config: { trustProxy: true } });
  const gate = Promise.withResolvers<void>();
  await using handler = await openHttpHandler(app, (path) => (path === '/articles' ? gate.promise : Promise.resolve()));
  const by = (address: string) => ({ 'x-forwarded-for': address });
  const greedy = Array.from({ length: 64 }, (_, n) =>
    handler.get(`/articles?search=${n}`, by(`2001:db8:7:${n.toString(16)}::1`)),
  );
  await eventually(() => handler.asked.length === 4);
  expect((await handler.get('/events?search=bats', by('2001:db8:8::1'))).status).toBe(200);
  expect(handler.asked).toHaveLength(5);
  gate.resolve();
  expect((await Promise.all(greedy)).map(({ status }) => status)).toEqual(greedy.map(() => 200));
});

test('200 forms of one /48 take the turns of one network, too', async () => {
  await using app = await testApp({ config: { trustProxy: true } });
  const gate = Promise.withResolvers<void>();
  const path = '/api/v1/newsletter/subscribe';
  await using handler = await openHttpHandler(app, (asked) => (asked === path ? gate.promise : Promise.resolve()));
  const post = async (address: string) => {
    const headers = { 'x-forwarded-for': address, 'content-type': 'application/json' };
    return (await fetch(handler.url + path, { method: 'POST', headers, body: '{"email":""}' })).status;
  };
  const greedy: Promise<number>[] = [];
  // A few at a time: of bodies that have not arrived one network has eight.
  for (let n = 0; n < 200; n += 4) {
    for (let at = n; at < n + 4; at++) greedy.push(post(`2001:db8:7:${at.toString(16)}::1`));
    await eventually(() => handler.asked.length === Math.min(n + 4, 128));
  }
  const other = post('2001:db8:8::1');
  await eventually(() => handler.asked.length === 129);
  gate.resolve();
  expect(new Set(await Promise.all([...greedy, other]))).toEqual(new Set([400]));
});

test('a network that is over its limit is refused from memory, without a statement', async () => {
  await using app = await testApp({ config: { trustProxy: true } });
  const { id } = await anOpenEvent(app, await app.signIn());
  await using handler = await openHttpHandler(app);
  const statements = recordStatements(app.db);
  const email = 'someone@example.org';
  for (const [path, body] of [
    ['/admin/login', { usernameOrEmail: 'editor', password: 'wrong' }],
    ['/newsletter/subscribe', { email }],
    [`/events/${id}/registrations`, { name: 'A', email }],
  ] as const) {
    const post = async (from: string) => {
      const headers = { 'x-forwarded-for': from, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch(`${handler.url}/api/v1${path}`, init)).status;
    };
    await eventually(async () => (await post('203.0.113.66')) === 429);
    statements.clear();
    for (let n = 0; n < 3; n++) expect(await post('203.0.113.66'), path).toBe(429);
    expect([path, ...statements.keys()]).toEqual([path]);
    // What counts them is not silent.
    expect(await post('198.51.100.7'), path).not.toBe(429);
    expect(statements.size, path).toBeGreaterThan(0);
  }
});

test('a 404 is cached as well', async () => {
  await using app = await testApp();
  await using handler = await openHttpHandler(app);
  for (const path of ['/events/99', '/articles/99', '/articles/none', '/no/thing?here=1']) {
    handler.asked.length = 0;
    const answers = [await handler.get(path), await handler.get(path)];
    expect([path, ...answers.map(({ status }) => status), handler.asked]).toEqual([path, 404, 404, [path]]);
  }
  const token = await app.signIn();
  expect((await handler.get('/events/1')).status).toBe(404);
  await app.json('POST', '/events/admin', anEvent(), token);
  expect((await handler.get('/events/1')).status).toBe(200);
  await app.json('DELETE', '/events/admin/1', undefined, token);
  expect((await handler.get('/events/1')).status).toBe(404);
});

test('two hundred requests for files and pages at the same moment are all answered', async () => {
  await using app = await testApp();
  await using handler = await openHttpHandler(app);
  const paths = ['/favicon.svg', '/robots.txt', '/about', '/api/v1/settings', '/verify'];
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => handler.get(paths[n % paths.length] ?? '')));
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
});

test('the scripts of a page are not refused to one network, however many of its people open one at once', async () => {
  await using app = await testApp();
  const gate = Promise.withResolvers<void>();
  await using handler = await openHttpHandler(app, () => gate.promise);
  const asked = Array.from({ length: 600 }, () => handler.get('/assets/core.js'));
  await eventually(() => handler.asked.length === 256);
  await sleep(500);
  gate.resolve();
  const answers = await Promise.all(asked);
  expect(answers.filter(({ status }) => status === 503)).toEqual([]);
});

test('slow requests are closed within 20 seconds, and harm no one before', async () => {
  await using app = await testApp();
  await using handler = await openHttpHandler(app);
  const { port } = new URL(handler.url);
  const begun = performance.now();
  const head = 'POST /api/v1/newsletter/subscribe HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  const ended = [`${head}content-length: 40\r\n\r\n{`, head].map(async (bytes) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(bytes);
    const drip = setInterval(() => socket.write(bytes === head ? 'x' : ' '), 500);
    socket.resume();
    // Not `once` of events, which fails with the reset that a drop too late is answered with.
    await new Promise((closed) => socket.once('close', closed));
    clearInterval(drip);
    return performance.now() - begun;
  });
  for (let n = 0; n < 5; n++) {
    expect((await handler.get('/about')).status).toBe(200);
    await sleep(20);
  }
  for (const milliseconds of await Promise.all(ended)) {
    expect(milliseconds).toBeGreaterThan(10_000);
    expect(milliseconds).toBeLessThan(patient(20_000));
  }
});

test('the figures need the token', async () => {
  await using app = await testApp({ config: { metricsToken: 'a-token-of-twenty-chars' } });
  await using handler = await openHttpHandler(app);
  await handler.get('/about');
  await handler.get('/about');
  expect((await handler.get('/metrics')).status).toBe(401);
  const { status, headers, body } = await handler.get('/metrics', { authorization: 'Bearer a-token-of-twenty-chars' });
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('version=0.0.4');
  const text = body.toString();
  expect(text).toContain('http_answers_total{source="made"} 1');
  expect(text).toContain('http_answers_total{source="kept"} 1');
  expect(text).toMatch(/^page_cache_entries 1$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.]+$/m);
  await using closed = await testApp();
  await using other = await openHttpHandler(closed);
  expect((await other.get('/metrics')).status).toBe(404);
});
