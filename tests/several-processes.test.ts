import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { anArticle } from './support/builders.ts';
import { compileCache } from './support/compile-cache.ts';
import { emptyPlace, everyEngine, freshDatabase } from './support/database.ts';
import { patient } from './support/patience.ts';
import { type Site, startSite } from './support/site.ts';
import { eventually } from './support/smtp.ts';
import { tokenOf } from './support/states.ts';

test('a worker in a folder without a site says so, and leaves no database there', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'worker-alone-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, DATA_DIR: dataDir };
  const worker = spawnSync(process.execPath, ['src/app/worker-main.ts'], { env, encoding: 'utf8' });
  const sentence = `There is no site in ${dataDir}. Set DATA_DIR or DATABASE_URL to what the site uses.\n`;
  expect([worker.status, worker.stderr, readdirSync(dataDir)]).toEqual([1, sentence, []]);
});

test('a worker that starts after a restore was cut off finishes it', async () => {
  await using site = await freshDatabase('sqlite');
  const { dataDir } = site;
  await site.close();
  mkdirSync(join(dataDir, 'restored'));
  renameSync(join(dataDir, 'site.db'), join(dataDir, 'restored/site.db'));
  writeFileSync(join(dataDir, 'restore.json'), JSON.stringify({ from: 'restored', keptIn: 'replaced' }));
  const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, DATA_DIR: dataDir };
  const worker = spawn(process.execPath, ['src/app/worker-main.ts'], { env });
  onTestFinished(() => void worker.kill('SIGKILL'));
  let said = '';
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (chunk) => (said += chunk));
  await expect.poll(() => said, { timeout: patient(60_000) }).toContain('The mail worker is running.');
  worker.kill('SIGTERM');
  expect((await once(worker, 'exit'))[0]).toBe(0);
});

test.skipIf(!everyEngine.includes('postgres'))('a worker without a bucket says where pictures must be', async () => {
  await using place = await emptyPlace('postgres');
  const { dataDir, url = '' } = place;
  const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, DATA_DIR: dataDir, DATABASE_URL: url };
  const worker = spawn(process.execPath, ['src/app/worker-main.ts'], { env });
  onTestFinished(() => void worker.kill('SIGKILL'));
  let said = '';
  worker.stdout.on('data', (chunk) => (said += chunk));
  await expect
    .poll(() => said, { timeout: patient(60_000) })
    .toContain(`Pictures are in ${dataDir}: all processes must`);
  worker.kill('SIGTERM');
  expect((await once(worker, 'exit'))[0]).toBe(0);
});

/** Two web processes, neither of which knows of the other, with nothing in common but a database. */
describe.skipIf(!everyEngine.includes('postgres'))('two processes of the site on one PostgreSQL', () => {
  let place: Awaited<ReturnType<typeof emptyPlace>>;
  let one: Site;
  let other: Site;

  beforeAll(async () => {
    place = await emptyPlace('postgres');
    const env = {
      DATABASE_URL: place.url ?? '',
      SITE_URL: 'https://society.example',
      LOG_LEVEL: 'error',
      TRUST_PROXY: 'true',
    };
    // The database is empty: both want to make its tables and the first administrator.
    [one, other] = await Promise.all([startSite(env), startSite(env)]);
  });

  afterAll(async () => {
    await Promise.all([one?.stop(), other?.stop()]);
    await place?.[Symbol.asyncDispose]();
  });

  function call(site: Site, method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return fetch(`${site.url}/api/v1${path}`, init);
  }

  test('a session works in both, and ends in both', async () => {
    const token = await tokenOf(one);
    const statusAt = async (site: Site) => (await call(site, 'GET', '/admin/verify', { token })).status;
    expect([await statusAt(one), await statusAt(other)]).toEqual([200, 200]);
    expect((await call(other, 'POST', '/admin/logout', { token })).status).toBe(200);
    expect([await statusAt(one), await statusAt(other)]).toEqual([401, 401]);
  });

  test('what one publishes and undoes, the other shows within a second, although it had the page cached', async () => {
    const token = await tokenOf(one);
    const created = await call(one, 'POST', '/articles/admin', { token, body: anArticle() });
    const { id } = (await created.json()) as { id: number };
    const shows = async (site: Site) =>
      (await (await fetch(`${site.url}/articles`)).text()).includes(`/articles/${id}`);
    const changes = [
      { path: `/articles/admin/publish/${id}`, method: 'POST', body: {}, isPublic: true },
      { path: `/articles/admin/${id}`, method: 'PUT', body: { isPublished: false }, isPublic: false },
    ];
    for (const { path, method, body, isPublic } of changes) {
      for (let n = 0; n < 3; n++) expect([await shows(one), await shows(other)]).toEqual([!isPublic, !isPublic]);
      expect((await call(one, method, path, { token, body: { ...anArticle(), ...body } })).status).toBe(200);
      const written = performance.now();
      expect(await shows(one)).toBe(isPublic);
      await eventually(async () => (await shows(other)) === isPublic);
      expect(performance.now() - written).toBeLessThan(patient(1000));
    }
  });

  test('the colour that one saves is that of pages and of the sign-in page of the other, and goes again', async () => {
    const token = await tokenOf(one);
    const save = async (accentColor: string) => {
      expect((await call(one, 'PUT', '/settings/admin', { token, body: { accentColor } })).status).toBe(200);
    };
    const isOwn = async (path: string) =>
      (await (await fetch(other.url + path)).text()).includes('<style>@media screen{:root{--ink:');
    expect([await isOwn('/'), await isOwn('/admin/login')]).toEqual([false, false]);
    for (const [color, isSet] of [
      ['#1f3f7a', true],
      ['', false],
    ] as const) {
      await save(color);
      await eventually(async () => (await isOwn('/')) === isSet);
      expect(await isOwn('/admin/login')).toBe(isSet);
    }
  });

  test('the subscription limit is shared', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 8; n++) {
      const body = { email: `reader${n}@example.org` };
      statuses.push((await call(n % 2 ? other : one, 'POST', '/newsletter/subscribe', { body })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });

  test('a stopping process lets its proxy notice before it ends', async () => {
    const stopped = other.stop();
    await eventually(async () => (await fetch(`${other.url}/readyz`)).status === 503);
    const page = await fetch(`${other.url}/articles`);
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
    expect(await stopped).toBe(0);
    expect((await fetch(`${one.url}/articles`)).status).toBe(200);
  });
});
