/**
 * `npm run bench -- lighthouse [runs]`: Lighthouse as on a phone, against the public pages of a site with demo content, and
 * an article of 10,000 words, 30 photographs and five tables. Prints the medians and ends with 1 when one misses its goal.
 * Wants a machine with nothing else to do, and a fresh dist/: the npm script builds first.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { browserFlags, findChromium } from '../support/browser.ts';
import { addLongArticle } from '../support/long-article-site.ts';
import { publicPages, startSite } from '../support/site.ts';

type Audit = { score: number | null; numericValue?: number; title: string; displayValue?: string };
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
  runtimeError?: { message: string };
};
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>;

const root = resolve(import.meta.dirname, '../..');
const wanted = 'lighthouse@13.5.0';
const goals = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 };
const long = 'long article';
/** So much text and so many pictures may cost two points. */
const longPerformance = 95;
const mostShift = 0.01;
const timings = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'] as const;

const runs = Number(process.argv[2] ?? 5);
const lighthouse = await findLighthouse();
const { executablePath, env } = await findChromium();
const site = await startSite({ SEED_DEMO: 'true', LOG_LEVEL: 'warn' });
try {
  const pages = new Map(await publicPages(site));
  pages.set(long, `/articles/${await addLongArticle(site)}`);
  for (const name of ['home', 'articles', 'article', long, 'events', 'event', 'about']) {
    const path = pages.get(name) ?? '/';
    const reports: Report[] = [];
    for (let run = 0; run < runs; run++) reports.push(await measured(`${site.url}${path}`));
    judge(name, reports);
  }
} finally {
  await site.stop();
}

/** On a busy machine a browser's trace may come out empty; that says nothing about the page. */
async function measured(url: string, attempts = 3): Promise<Report> {
  const report = await measure(url);
  if (!report.runtimeError) return report;
  if (attempts > 1) return measured(url, attempts - 1);
  throw new Error(report.runtimeError.message);
}

/** One run in a browser of its own, so that nothing is cached. */
async function measure(url: string): Promise<Report> {
  const port = await freePort();
  const args = [...browserFlags, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } as never });
  try {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: Object.keys(goals),
    });
    if (!result) throw new Error(`Lighthouse told nothing about ${url}`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}

function judge(name: string, reports: Report[]): void {
  const misses: string[] = [];
  const wantedScores = name === long ? { ...goals, performance: longPerformance } : goals;
  const scores = Object.entries(wantedScores).map(([category, goal]) => {
    const all = reports.map((report) => Math.round((report.categories[category]?.score ?? 0) * 100));
    if (median(all) < goal) misses.push(`${category} is below ${goal}`, ...reasons(reports, category));
    return `${category} ${median(all)} (${all.join(' ')})`;
  });
  const shift = median(reports.map((report) => valueOf(report, 'cumulative-layout-shift')));
  if (shift >= mostShift) misses.push(`the layout shifts by ${shift.toFixed(3)}`);
  const times = timings.map((id) => `${id} ${Math.round(median(reports.map((report) => valueOf(report, id))))} ms`);
  console.log(
    `${name.padEnd(12)} ${scores.join(', ')}\n${' '.repeat(13)}${times.join(', ')}, shift ${shift.toFixed(3)}`,
  );
  for (const miss of misses) console.log(`${' '.repeat(13)}- ${miss}`);
  if (misses.length > 0) process.exitCode = 1;
}

/** The weighted audits that cost points in the first run that shows any. */
function reasons(reports: Report[], category: string): string[] {
  for (const { categories, audits } of reports) {
    const costly = (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `  ${audits[id]?.title}${audits[id]?.displayValue ? `: ${audits[id].displayValue}` : ''}`);
    if (costly.length > 0) return costly;
  }
  return [];
}

function valueOf(report: Report, id: string): number {
  return report.audits[id]?.numericValue ?? Number.POSITIVE_INFINITY;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** The installed one, else one is fetched: 176 MB that only this bench needs, too much for every `npm ci`. */
async function findLighthouse(): Promise<Lighthouse> {
  const cache = join(root, '.cache/lighthouse');
  const places = [root, cache].map((folder) => join(folder, 'node_modules/lighthouse/core/index.js'));
  if (!places.some(existsSync)) {
    console.warn(`Fetching ${wanted} from the npm registry into .cache/lighthouse.`);
    mkdirSync(cache, { recursive: true });
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    spawnSync('npm', ['install', ...options, '--prefix', cache, wanted], {
      cwd: cache,
      timeout: 300_000,
      shell: process.platform === 'win32',
    });
  }
  const found = places.find(existsSync);
  if (!found)
    throw new Error(`Lighthouse is not here and could not be fetched: run "npm install --no-save ${wanted}".`);
  return ((await import(pathToFileURL(found).href)) as { default: Lighthouse }).default;
}
