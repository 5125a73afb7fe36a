import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { anArticle } from './support/builders.ts';
import { isWithin, patient } from './support/patience.ts';
import { troubledPostgres } from './support/postgres.ts';
import { administrator, type Site, startSite } from './support/site.ts';
import { eventually } from './support/smtp.ts';
import { tokenOf } from './support/states.ts';

/** What is seen at once, and what after the first second; on an idle machine. */
const promptMs = 700;
const patientMs = 2500;

async function timed(url: string, init?: RequestInit) {
  const started = performance.now();
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, ms: performance.now() - started };
}

async function publish(site: Site): Promise<string> {
  const token = await tokenOf(site);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify(anArticle({ isPublished: true }));
  expect((await timed(`${site.url}/api/v1/articles/admin`, { method: 'POST', headers, body })).status).toBe(201);
  return token;
}

const errorsIn = (output: string) => output.split('\n').filter((line) => /"level":"(error|warn)"/.test(line));
const isReady = async (site: Site) => (await fetch(`${site.url}/readyz`)).ok;
const signingIn = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ usernameOrEmail: administrator.username, password: administrator.password }),
};

test('a PostgreSQL that is a moment late is waited for, and logged once', {
  timeout: patient(180_000),
}, async () => {
  await using postgres = await troubledPostgres();
  if (!postgres) return;
  await postgres.order('stop');
  const machine = createServer((socket) => socket.destroy()).listen(Number(new URL(postgres.url).port), '127.0.0.1');
  const starting = startSite({ DATABASE_URL: postgres.url });
  onTestFinished(async () => void (await starting.catch(() => null))?.stop('SIGKILL'));
  await once(machine, 'connection');
  machine.close();
  await postgres.order('start');
  const site = await starting;
  const waiting = errorsIn(site.output()).filter((line) => line.includes('waits for it'));
  expect(waiting).toHaveLength(1);
  expect(waiting[0]).toContain('PostgreSQL');
});

test('while PostgreSQL is frozen cached pages are served at once and nothing is rendered', {
  timeout: patient(180_000),
}, async () => {
  await using postgres = await troubledPostgres();
  if (!postgres) return;
  const site = await startSite({ DATABASE_URL: postgres.url });
  onTestFinished(() => void site.stop('SIGKILL'));
  const token = await publish(site);
  const kept = ['/', '/articles', '/events', '/api/v1/articles'];
  for (const path of kept) expect((await timed(site.url + path)).status).toBe(200);
  await postgres.order('freeze');

  const first = await Promise.all(kept.map((path) => timed(site.url + path)));
  for (const { status, ms } of first) expect([status, isWithin(patientMs, ms)]).toEqual([200, true]);
  await eventually(async () => !(await isReady(site)));
  // Most of them: a busy machine may hold up any single one.
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    for (const path of kept) {
      const { status, ms, text } = await timed(site.url + path);
      expect(status, path).toBe(200);
      times.push(ms);
      if (path === '/articles') expect(text).toContain('Bats, farms and us');
    }
    for (const path of ['/about?member=7', '/articles?search=bats', '/api/v1/members']) {
      const { status, ms, headers } = await timed(site.url + path);
      expect([status, headers.has('retry-after')], path).toEqual([503, true]);
      times.push(ms);
    }
    const refused = await timed(`${site.url}/api/v1/admin/login`, signingIn);
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true]);
    expect(refused.text).toContain('database of this site does not answer');
    await sleep(1000);
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  expect(isWithin(promptMs, median), `half of the answers took ${median} ms`).toBe(true);
  await postgres.order('thaw');
  await eventually(() => isReady(site), 20_000);
  expect((await timed(`${site.url}/about?member=7`)).status).not.toBe(503);
  const headers = { authorization: `Bearer ${token}` };
  expect((await timed(`${site.url}/api/v1/admin/verify`, { headers })).status).toBe(200);
});

test('while PostgreSQL is away the log gets one line a minute, and the site recovers by itself', {
  timeout: patient(180_000),
}, async () => {
  await using postgres = await troubledPostgres();
  if (!postgres) return;
  const site = await startSite({ DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' });
  onTestFinished(() => void site.stop('SIGKILL'));
  const token = await publish(site);
  for (const path of ['/', '/articles']) await timed(site.url + path);
  const before = site.output().length;
  await postgres.order('stop');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let second = 0; second < 10; second++) {
    expect((await timed(`${site.url}/articles`)).status).toBe(200);
    const body = JSON.stringify(anArticle());
    const refused = await timed(`${site.url}/api/v1/articles/admin`, { method: 'POST', headers, body });
    expect([refused.status, refused.headers.has('retry-after')], refused.text).toEqual([503, true]);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(503);
    await sleep(1000);
  }
  // One line of the web thread and one of the mail worker.
  expect(errorsIn(site.output().slice(before)).length).toBeLessThanOrEqual(2);
  expect(site.output().slice(before)).toContain('database_away');
  await postgres.order('start');
  await eventually(() => isReady(site), 20_000);
  expect((await timed(`${site.url}/api/v1/admin/login`, signingIn)).status).toBe(200);
});
