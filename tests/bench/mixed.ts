/**
 * `npm run bench -- load [seconds]`: 200 connections that ask without a pause for what visitors ask for, on a site with 5,000
 * articles: pages, files, the API, searches, articles that few read. Ends with 1 at any error or a p99 above 250 ms.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { startSite } from '../support/site.ts';
import { machine } from './newsletter-setup.ts';
import { keep, say } from './report.ts';
import { isPinned, load, onFirstCore, rawRequest, receive, residentMegabytes } from './speed-harness.ts';

const seconds = Number(process.argv[2] ?? 60);
const connections = 200;
const articleCount = 5000;
const slowest = 250;
const most = 200;
const words = 'bat farm river vaccine soil clinic virus student lecture harvest fever marsh antibiotic dog city'.split(
  ' ',
);

if (isPinned && !process.env.BENCH_PINNED) await onFirstCore(import.meta.filename);
else await bench();

async function bench(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-load-'));
  await addArticles(dataDir);
  const site = await startSite({ SEED_DEMO: 'false', LOG_LEVEL: 'error', DATA_DIR: dataDir });
  try {
    const port = Number(new URL(site.url).port);
    const requests = shuffled(await traffic(site.url));
    const { statuses, broken, perSecond, p50, p99, worst } = await load({ port, connections, seconds, requests });
    // When V8 has tidied up.
    await sleep(30_000);
    const memory = residentMegabytes(site.pid);
    const others = Object.keys(statuses).filter((status) => status !== '200' && status !== '304');
    const isGood = others.length === 0 && broken === 0 && p99 <= slowest && memory <= most;
    say(`${machine}; ${seconds} s, server on one core, load from another\n`);
    if (others.length || broken) console.log(JSON.stringify({ statuses, broken }));
    say('| requests/s | p50 | p99 | worst | memory after |\n|---|---|---|---|---|');
    const times = [p50, p99, worst].map((time) => `${Math.round(time)} ms`).join(' | ');
    say(`| ${Math.round(perSecond).toLocaleString('en')} | ${times} | ${memory.toFixed(0)} MB |`);
    keep('load');
    if (!isGood) process.exitCode = 1;
  } finally {
    await site.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Of 200 requests: 100 for pages that many read, 50 files, 20 API, 20 articles of all, 10 searches. */
async function traffic(url: string): Promise<string[]> {
  const { etag } = await receive(`${url}/`);
  const popular = ['/', '/', '/articles', '/events', '/about', `/articles/${articleCount}`].map((path) =>
    rawRequest(path),
  );
  popular.push(rawRequest('/', { 'if-none-match': etag }));
  const files = readdirSync(resolve(import.meta.dirname, '../../dist/client/assets'))
    .filter((name) => /\.(js|woff2)$/.test(name))
    .slice(0, 12)
    .map((name) => rawRequest(`/assets/${name}`));
  const api = ['articles?limit=3', 'events/upcoming', 'members', 'settings'].map((path) =>
    rawRequest(`/api/v1/${path}`),
  );
  const parts = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
  // Many rounds, so that the rare ones differ each time.
  return parts(50, (round) => round).flatMap((round) => [
    ...parts(100, (n) => popular[n % popular.length] ?? ''),
    ...parts(50, (n) => files[n % files.length] ?? ''),
    ...parts(20, (n) => api[n % api.length] ?? ''),
    ...parts(20, (n) => rawRequest(`/articles/${1 + ((round * 977 + n * 131) % articleCount)}`)),
    ...parts(10, (n) =>
      rawRequest(`/api/v1/articles?limit=12&search=${words[(round + n) % words.length]}%20${round % 7}`),
    ),
  ]);
}

/** The same each time. */
function shuffled<T>(items: T[]): T[] {
  let seed = 1;
  const keyed = items.map((item) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return { item, key: seed };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

async function addArticles(dataDir: string): Promise<void> {
  const database = await openMigratedDatabase({ dataDir }, 'relaxed');
  const text = (n: number) =>
    Array.from({ length: 1200 }, (_, at) => words[(at * 7 + n + (at >> 3)) % words.length]).join(' ');
  const rows = Array.from({ length: articleCount }, (_, n) => {
    const at = new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString();
    const contentText = `${text(n)} ${n % 7}`;
    return {
      title: `On ${words[n % words.length]} and ${words[(n * 5 + 3) % words.length]}, part ${n}`,
      description: 'What we know about it, and what we do not.',
      content: `<p>${contentText}</p>`,
      // As a save leaves it; else the worker renders them in the meantime.
      rendered: '',
      contentText,
      imageAlt: '',
      isPublished: true,
      isFeatured: false,
      publishedAt: at,
      createdAt: at,
      updatedAt: at,
    };
  });
  for (let from = 0; from < rows.length; from += 100)
    await database.db
      .insertInto('articles')
      .values(rows.slice(from, from + 100))
      .execute();
  await database.close();
}
