import { afterAll, beforeAll, expect, test } from 'vitest';
import { anArticle, anEvent } from '#tests/support/builders.ts';
import { blackPng } from '#tests/support/png.ts';
import { administrator } from '#tests/support/site.ts';
import { eventually } from '#tests/support/smtp.ts';
import { tokenOf } from '#tests/support/states.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { openVisitors, type Visit } from './visitors.ts';

let cluster: Cluster;
let token: string;

beforeAll(async () => {
  cluster = await startCluster();
  token = await tokenOf(cluster);
});

afterAll(() => cluster?.stop());

async function call(method: string, path: string, body?: unknown, url = cluster.url): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return fetch(`${url}/api/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function publish(title: string): Promise<number> {
  const { id } = (await (await call('POST', '/articles/admin', anArticle({ title }))).json()) as { id: number };
  expect((await call('POST', `/articles/admin/publish/${id}`, {})).status).toBe(200);
  return id;
}

/** Reads that are kept, reads that are not, and an administrator who writes. */
function visit(n: number): Visit {
  const json = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const event = anEvent({ title: `Lecture ${n}` });
  if (n % 4 === 0) return { method: 'POST', path: '/api/v1/events/admin', headers: json, body: JSON.stringify(event) };
  if (n % 10 === 1) return { method: 'GET', path: '/api/v1/admin/verify', headers: json };
  if (n % 10 === 2) return { method: 'GET', path: `/articles?search=${n}` };
  return { method: 'GET', path: ['/', '/articles', '/events', '/api/v1/articles?limit=3'][n % 4] ?? '/' };
}

test('three processes that start on an empty database create its tables and the first administrator once', async () => {
  const administrators = await cluster.db.selectFrom('administrators').select('username').execute();
  expect(administrators).toEqual([{ username: administrator.username }]);
  for (const { url } of cluster.sites) expect((await call('GET', '/admin/verify', undefined, url)).status).toBe(200);
});

test('a picture uploaded to one is served by all, and leftovers in the bucket are removed once', async () => {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(blackPng(40, 30))], 'a.png', { type: 'image/png' }));
  const headers = { authorization: `Bearer ${token}` };
  const taken = await fetch(`${cluster.url}/api/v1/uploads/articles`, { method: 'POST', headers, body: form });
  const { imageUrl } = (await taken.json()) as { imageUrl: string };
  for (const { url } of cluster.sites) expect((await fetch(url + imageUrl)).status).toBe(200);
  // As many that belong to someone, else none would be removed; enough for two workers to be at it at the same time.
  const old = { bytes: Buffer.from('x'), contentType: '', cacheControl: '', modifiedAt: new Date('2020-01-01') };
  const strays = Array.from({ length: 400 }, (_, n) => `articles/${1_600_000_000_000 + n}-0123456789abcdef.jpg`);
  const name = imageUrl.replace('/uploads/', '').replace(/\.png$/, '');
  for (const [n, stray] of strays.entries())
    for (const path of [stray, `${name}.w${n}.webp`]) cluster.s3.objects.set(path, old);
  await cluster.startWorkers();
  const sweeps = () => cluster.db.selectFrom('audit').select('detail').where('action', '=', 'upload.sweep').execute();
  await eventually(async () => (await sweeps()).length > 0, 60_000);
  await cluster.restartWorker(0, 'SIGTERM');
  await cluster.restartWorker(1, 'SIGTERM');
  expect(strays.filter((stray) => cluster.s3.objects.has(stray))).toEqual([]);
  expect(await sweeps()).toEqual([{ detail: '{"files":400}' }]);
});

test('a change is visible in every process within a second, and a limit counts for all of them', async () => {
  for (const { url } of cluster.sites) await fetch(`${url}/articles`);
  const id = await publish('Fresh everywhere');
  const written = performance.now();
  const shows = async (url: string) => (await (await fetch(`${url}/articles`)).text()).includes(`/articles/${id}`);
  await Promise.all(cluster.sites.map(({ url }) => eventually(() => shows(url))));
  expect(performance.now() - written).toBeLessThan(1000);
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++)
    statuses.push((await call('POST', '/newsletter/subscribe', { email: `new${n}@example.org` })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
});

test('a rolling restart under load loses no request, and a newsletter to 1,000 reaches everyone', async () => {
  const subscribers = Array.from({ length: 1000 }, (_, n) => `reader${n}@example.org`);
  const at = new Date().toISOString();
  const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: null };
  const rows = subscribers.map((email) => ({ email, emailKey: email, state: 'confirmed' as const, ...dates }));
  await cluster.db.insertInto('subscribers').values(rows).execute();
  const id = await publish('To everyone');
  const visitors = openVisitors(cluster.url, 20, visit);
  expect((await call('POST', `/newsletter/admin/send/${id}`, {})).status).toBe(200);
  for (const index of [0, 1, 2]) {
    await Promise.all([cluster.restart(index, 'SIGTERM'), index < 2 ? cluster.restartWorker(index, 'SIGTERM') : null]);
  }
  await visitors.leave();
  console.log(
    `${visitors.answered()} requests were answered during the rolling restart, ${visitors.failures.length} not`,
  );
  expect(visitors.failures, cluster.nginx.output()).toEqual([]);
  expect(visitors.answered()).toBeGreaterThan(500);
  const issue = () => cluster.db.selectFrom('issues').select('state').executeTakeFirst();
  await eventually(async () => (await issue())?.state === 'done', 120_000);
  const mails = cluster.smtp.mails.filter(({ envelopeTo: [to = ''] }) => to.startsWith('reader'));
  expect([mails.length, new Set(mails.map(({ envelopeTo }) => envelopeTo[0])).size]).toEqual([1000, 1000]);
});

test('after a process and a worker are killed the rest continue, and both come back', async () => {
  const visit = (n: number): Visit => ({ method: 'GET', path: n % 2 ? '/events' : `/articles?search=${n}` });
  const visitors = openVisitors(cluster.url, 20, visit);
  await eventually(() => visitors.answered() > 50);
  await Promise.all([cluster.restart(1, 'SIGKILL'), cluster.restartWorker(1, 'SIGKILL')]);
  const before = visitors.answered();
  await eventually(() => visitors.answered() > before + 100);
  await visitors.leave();
  // What nginx had not begun to pass on it asks another for; a page that was half on its way cannot be asked for again.
  expect(visitors.failures.length, visitors.failures.join('\n')).toBeLessThanOrEqual(20);
  for (const { url } of cluster.sites) expect((await fetch(`${url}/readyz`)).status).toBe(200);
});
