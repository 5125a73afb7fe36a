/**
 * `npm run bench -- scale`: whether the site slows down as it fills up. Public addresses without the page cache with 100 and with
 * 5,000 articles and events, searches among 5,000 articles of 8 kB, and the newsletter with 1,000,000 subscribers.
 * `scale postgres` does it on PostgreSQL, `scale sqlite 200000` with fewer subscribers, `scale sqlite 0` without that part.
 */
import { cpus } from 'node:os';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { indexQueuedRows } from '#platform/db/search/indexing.ts';
import { type Engine, emptyPlace } from '../support/database.ts';
import { addArticles, addEvents, analyse } from '../support/fill-database.ts';
import { findPostgres } from '../support/postgres.ts';
import { vocabulary } from '../support/random-texts.ts';
import { type Site, startSite } from '../support/site.ts';
import { keep, say } from './report.ts';
import { measureNewsletter } from './scale-newsletter.ts';
import { type Times, timesOf } from './time-calls.ts';

const [engine = 'sqlite', subscribers = '1000000'] = process.argv.slice(2) as [Engine?, string?];
const bodyBytes = 8000;
const runs = Number(process.env.RUNS ?? 400);
const [few, many] = [100, 5000];

const searches: [kind: string, terms: string[]][] = [
  ['in nearly all (the, health, students …)', ['the', 'health', 'and', 'students', 'tion', 'public', 'disease']],
  ['in few', [5000, 9000, 14_000, 20_000, 28_000, 35_000].map(word)],
  ['phrases', ['one health', 'the vaccine', 'of the health', 'people and animals']],
  ['one and two characters', ['e', 'q', 'z', 'é', 'he', 'st', 'qu', 'üb', '7', 'xx']],
];

say(`${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.version}, ${engine}`);
const server = engine === 'postgres' ? await findPostgres() : null;
if (server) process.env.POSTGRES_TEST_URL = server.url;
try {
  await measurePublic();
  if (Number(subscribers) > 0) await measureNewsletter(engine, Number(subscribers));
  keep('scale');
} finally {
  await server?.stop();
}

async function measurePublic(): Promise<void> {
  const small = await measureSite(few);
  const large = await measureSite(many, true);
  say(`\n| without the page cache, p50 | ${few} | ${many.toLocaleString('en')} | ratio |\n|---|---|---|---|`);
  for (const [name, times] of small) {
    const [before, after] = [times.p50, large.get(name)?.p50 ?? Number.NaN];
    say(`| ${name} | ${before.toFixed(2)} ms | ${after.toFixed(2)} ms | ${(after / before).toFixed(2)} × |`);
  }
}

async function measureSite(count: number, withSearches = false): Promise<Map<string, Times>> {
  const place = await emptyPlace(engine);
  const database = await openMigratedDatabase({ dataDir: place.dataDir, databaseUrl: place.url }, 'relaxed');
  await addArticles(database.db, count, bodyBytes);
  await addEvents(database.db, count);
  // The worker would still be at it while the searches are timed.
  await indexQueuedRows(database.db);
  await analyse(database.db);
  await database.close();
  const site = await startSite({
    DATA_DIR: place.dataDir,
    PAGE_CACHE_MB: '0',
    LOG_LEVEL: 'error',
    ...(place.url ? { DATABASE_URL: place.url } : {}),
  });
  try {
    if (withSearches) await measureSearches(site);
    return await measureAddresses(site);
  } finally {
    await site.stop();
    await place[Symbol.asyncDispose]();
  }
}

async function measureAddresses(site: Site): Promise<Map<string, Times>> {
  const idOf = async (list: string) =>
    ((await (await fetch(`${site.url}/api/v1${list}?limit=1`)).json()) as { id: number }[])[0]?.id;
  const [article, event] = [await idOf('/articles'), await idOf('/events')];
  const paths: [string, string][] = [
    ['home', '/'],
    ['articles', '/articles'],
    ['one article', `/articles/${article}`],
    ['events', '/events'],
    ['one event', `/events/${event}`],
  ];
  const measured = new Map<string, Times>();
  for (const [name, path] of paths) measured.set(name, await timesOf(runs, () => read(site, path)));
  return measured;
}

async function measureSearches(site: Site): Promise<void> {
  say(`\n| search among ${many.toLocaleString('en')} articles | p50 | p99 |\n|---|---|---|`);
  for (const [kind, terms] of searches) {
    const paths = terms.map((term) => `/api/v1/articles?limit=24&search=${encodeURIComponent(term)}`);
    const times = await timesOf(runs, (run) => read(site, paths[run % paths.length] ?? ''));
    say(`| ${kind} | ${times.p50.toFixed(1)} ms | ${times.p99.toFixed(1)} ms |`);
  }
}

async function read(site: Site, path: string): Promise<void> {
  const response = await fetch(site.url + path);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
}

function word(rank: number): string {
  return vocabulary[rank] ?? '';
}
