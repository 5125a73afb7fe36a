/**
 * `npm run bench -- speed`: cached pages, 304 answers, the API and the calendar against bare `node:http` that serves the same bytes, in turns; then
 * pages made anew each time. Ends with 1 when a goal is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { addEvents } from '../support/fill-database.ts';
import { publicPages, startSite } from '../support/site.ts';
import { machine } from './newsletter-setup.ts';
import { keep, say } from './report.ts';
import { bareServer, isPinned, load, median, onFirstCore, rawRequest, receive } from './speed-harness.ts';

const rounds = Number(process.argv[2] ?? 5);
const seconds = 3;
const connections = 50;
const calendarEvents = 500;
const settings = { SEED_DEMO: 'true', LOG_LEVEL: 'error' };

if (isPinned && !process.env.BENCH_PINNED) await onFirstCore(import.meta.filename);
else await bench();

async function bench(): Promise<void> {
  say(`${machine}; ${connections} connections, ${rounds} turns of ${seconds} s, servers on one core\n`);
  say('| what | site | bare node:http | ratio | goal |\n|---|---|---|---|---|');
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-speed-'));
  try {
    // The first start draws the demo's pictures; a site that runs has its content.
    await (await startSite({ ...settings, DATA_DIR: dataDir })).stop();
    await against(dataDir);
    await calendar();
    await withoutCache(dataDir);
    keep('speed');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function against(dataDir: string): Promise<void> {
  const site = await startSite({ ...settings, DATA_DIR: dataDir });
  try {
    const pages = new Map(await publicPages(site));
    const article = pages.get('article') ?? '';
    await compare(site.url, 'cached home', '/', 0.8);
    await compare(site.url, 'cached article', article, 0.8);
    await compare(site.url, '304 of home', '/', 1.2, true);
    await compare(site.url, 'API list of three articles', '/api/v1/articles?limit=3', 0.8);
  } finally {
    await site.stop();
  }
}

/** A folder of its own: so many events would change what the other rows measure. */
async function calendar(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-calendar-'));
  try {
    const database = await openMigratedDatabase({ dataDir });
    await addEvents(database.db, calendarEvents);
    await database.close();
    const site = await startSite({ ...settings, SEED_DEMO: 'false', DATA_DIR: dataDir });
    try {
      await compare(site.url, `calendar of ${calendarEvents} events`, '/events.ics', 0.8);
    } finally {
      await site.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** In turns, so that whatever else the machine does falls on both; the ratio is the median of the turns'. */
async function compare(url: string, name: string, path: string, goal: number, isUnchanged = false): Promise<void> {
  const answer = await receive(url + path);
  const known = isUnchanged ? { 'if-none-match': answer.etag } : {};
  await using bare = await bareServer(answer);
  const sides = { site: Number(new URL(url).port), bare: bare.port };
  const speed: Record<keyof typeof sides, number[]> = { site: [], bare: [] };
  for (let round = -1; round < rounds; round++) {
    for (const side of ['site', 'bare'] as const) {
      const requests = [rawRequest(path, side === 'site' ? known : {})];
      const loaded = await load({ port: sides[side], connections, seconds: round < 0 ? 1 : seconds, requests });
      const wanted = side === 'site' && isUnchanged ? '304' : '200';
      if (Object.keys(loaded.statuses).join() !== wanted || loaded.broken)
        throw new Error(`${name}: ${side} gave ${JSON.stringify(loaded)}`);
      // The first turn warms both up.
      if (round >= 0) speed[side].push(loaded.perSecond);
    }
  }
  const ratio = median(speed.site.map((value, round) => value / (speed.bare[round] ?? 1)));
  const rate = (side: 'site' | 'bare') => `${Math.round(median(speed[side])).toLocaleString('en')}/s`;
  const size = `${(answer.body.byteLength / 1000).toFixed(1)} kB`;
  row(`${name} (${size})`, `${rate('site')} | ${rate('bare')} | ${ratio.toFixed(2)}`, ratio >= goal, `≥ ${goal}`, true);
}

async function withoutCache(dataDir: string): Promise<void> {
  const site = await startSite({ ...settings, DATA_DIR: dataDir, PAGE_CACHE_MB: '0' });
  try {
    // Anyone who waits for the same page shares one rendering; by their themes these three get pages of their own.
    const visitors = [{}, { cookie: 'theme=light' }, { cookie: 'theme=dark' }];
    const port = Number(new URL(site.url).port);
    const ask = async (turnSeconds: number) => {
      const loads = visitors.map((headers) => {
        const requests = [rawRequest('/', { 'accept-encoding': 'identity', ...headers })];
        return load({ port, connections: 1, seconds: turnSeconds, requests });
      });
      return (await Promise.all(loads)).reduce((sum, { perSecond }) => sum + perSecond, 0);
    };
    // V8 has made its best of the code after some thousand pages.
    await ask(12);
    const turns: number[] = [];
    for (let round = 0; round < rounds; round++) turns.push(await ask(seconds));
    const perSecond = median(turns);
    row('home rendered each time', `${Math.round(perSecond)}/s`, perSecond >= 500, '≥ 500/s');
  } finally {
    await site.stop();
  }
}

function row(name: string, figures: string, isMet: boolean, goal: string, hasBare = false): void {
  say(`| ${name} | ${figures}${hasBare ? '' : ' | | '} | ${goal}${isMet ? '' : ', missed'} |`);
  if (!isMet) process.exitCode = 1;
}
