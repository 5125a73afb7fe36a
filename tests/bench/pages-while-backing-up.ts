/**
 * `npm run bench -- pages-while-backing-up`: how long pages take while backups are made one after the other, against the same
 * site at rest, in turns; the site writes in the meantime. The aim is a 99th percentile of at most one and a half times the idle site's.
 */
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { anArticle } from '../support/builders.ts';
import { administrator, startSite } from '../support/site.ts';
import { addSubscribers, content, machine } from './newsletter-setup.ts';
import { say } from './report.ts';

const rounds = 6;
const turnMs = 5_000;
const pagesPerSecond = 40;
const limit = 1.5;
const pictures = 200;

const site = await startSite({ SEED_DEMO: 'true', LOG_LEVEL: 'error' });
try {
  const database = await openMigratedDatabase({ dataDir: site.dataDir });
  await addSubscribers(database.db, 20_000);
  await database.close();
  for (let n = 0; n < pictures; n++) {
    const file = join(site.dataDir, 'One Health Images', `articles-${1_790_000_000_000 + n}-0123456789abcdef.jpg`);
    writeFileSync(file, '');
    truncateSync(file, 1_000_000);
  }
  const { token } = await post<{ token: string }>('/admin/login', {
    usernameOrEmail: administrator.username,
    password: administrator.password,
  });
  const { id } = await post<{ id: number }>('/articles/admin', anArticle({ content, isPublished: true }), token);
  const addresses = ['/', '/articles', `/articles/${id}`, '/events', '/about'].map((path) => site.url + path);
  await browse(addresses);

  const backUp = async () => {
    await post('/backups/admin', undefined, token);
    await post('/articles/admin', anArticle({ isPublished: true }), token);
  };
  const [idle, busy]: [number[], number[]] = [[], []];
  let backups = 0;
  for (let round = 0; round < rounds; round++) {
    await untilDone(token);
    idle.push(...(await browse(addresses)));
    await backUp();
    await untilBegun(token);
    busy.push(...(await browse(addresses)));
    backups++;
  }
  const at = (times: number[], part: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;
  const ratio = at(busy, 0.99) / at(idle, 0.99);
  say(
    `${machine}; ${pagesPerSecond} pages a second, ${rounds} turns of ${turnMs / 1000} s, ${backups} backups of ${pictures} MB and 20,000 subscribers\n`,
  );
  say('| idle: median, p99 | backing up: median, p99 | ratio of p99 |');
  say('|---|---|---|');
  const ms = (times: number[]) => `${at(times, 0.5).toFixed(1)} ms, ${at(times, 0.99).toFixed(1)} ms`;
  say(`| ${ms(idle)} | ${ms(busy)} | ${ratio.toFixed(2)} |`);
  if (ratio > limit) process.exitCode = 1;
} finally {
  await site.stop();
}

async function post<T>(path: string, body?: unknown, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const init = { method: 'POST', headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return (await (await fetch(`${site.url}/api/v1${path}`, init)).json()) as T;
}

async function isUnderWay(token: string): Promise<boolean> {
  const answer = await fetch(`${site.url}/api/v1/backups/admin`, { headers: { authorization: `Bearer ${token}` } });
  const { backup, rehearsal } = (await answer.json()) as Record<'backup' | 'rehearsal', { isUnderWay: boolean }>;
  return backup.isUnderWay || rehearsal.isUnderWay;
}

async function untilDone(token: string): Promise<void> {
  while (await isUnderWay(token)) await sleep(200);
  await sleep(1_000);
}

/** The worker looks every five seconds. */
async function untilBegun(token: string): Promise<void> {
  const folder = join(site.dataDir, 'backups');
  const isBegun = () => {
    try {
      return readdirSync(folder).some((name) => name.endsWith('.rows') || name.endsWith('.part'));
    } catch {
      return false;
    }
  };
  while (!isBegun() && (await isUnderWay(token))) await sleep(10);
}

/** Milliseconds of each page, asked for at a steady pace. */
async function browse(addresses: string[]): Promise<number[]> {
  const times: Promise<number>[] = [];
  const begun = performance.now();
  for (let n = 0; n < (turnMs / 1000) * pagesPerSecond; n++) {
    await sleep(Math.max(0, begun + (n * 1000) / pagesPerSecond - performance.now()));
    times.push(timed(addresses[n % addresses.length] ?? ''));
  }
  return Promise.all(times);
}

async function timed(address: string): Promise<number> {
  const begun = performance.now();
  await (await fetch(address)).arrayBuffer();
  return performance.now() - begun;
}
