/**
 * `npm run bench -- compare FOLDER [turns]`: this checkout against another one, in turns on one machine at one time, each as
 * its `npm start` starts it. Compares processor time, which other programs disturb least. It says what a change costs or buys.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Checkout, cpuMs, open, stop } from './checkout.ts';
import { load, median, rawRequest, residentMegabytes } from './speed-harness.ts';

type Figures = Record<string, number>;

const [other, turnsGiven] = process.argv.slice(2);
if (!other) throw new Error('Name the folder of the other checkout, with its node_modules.');
const turns = Number(turnsGiven ?? 9);
const scratch = mkdtempSync(join(tmpdir(), 'bench-compare-'));
const sides: Checkout[] = [
  { name: 'this', folder: resolve(import.meta.dirname, '../..'), dataDir: join(scratch, 'this') },
  { name: 'other', folder: resolve(other), dataDir: join(scratch, 'other') },
];
const figures: Record<string, Figures[]> = { this: [], other: [] };

try {
  await prepare();
  for (let turn = 0; turn < turns; turn++)
    for (const side of sides) figures[side.name]?.push({ ...(await start(side)) });
  await pages();
  report();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** The first start builds the pages, fills the compile cache and draws the demo content. */
async function prepare(): Promise<void> {
  for (const side of sides) await stop(await open(side));
}

async function start(side: Checkout): Promise<Figures> {
  const site = await open(side);
  const started = { 'start, ms': performance.now() - site.startedAt, 'start, CPU ms': cpuMs(site.pid) };
  await sleep(4000);
  const idle = { 'CPU ms with the worker': cpuMs(site.pid), 'MB after the start': residentMegabytes(site.pid) };
  await stop(site);
  return { ...started, ...idle };
}

/** Both run; one is asked, then the other. */
async function pages(): Promise<void> {
  for (const [name, path, cacheMb] of [
    ['home rendered', '/', '0'],
    ['events rendered', '/events', '0'],
    ['API list rendered', '/api/v1/articles?limit=3', '0'],
    ['cached home', '/', '64'],
  ] as const) {
    const sites = await Promise.all(sides.map((side) => open(side, { PAGE_CACHE_MB: cacheMb })));
    const perTurn: Record<string, number[]> = { this: [], other: [] };
    for (let turn = -3; turn < turns; turn++)
      for (const [at, { name: side }] of sides.entries()) {
        const site = sites[at];
        if (!site) continue;
        const before = cpuMs(site.pid);
        const requests = [rawRequest(path, cacheMb === '0' ? { 'accept-encoding': 'identity' } : {})];
        const loaded = await load({ port: site.port, connections: 1, seconds: turn < 0 ? 3 : 2, requests });
        const count = Object.values(loaded.statuses).reduce((sum, one) => sum + one, 0);
        if (turn >= 0) perTurn[side]?.push(((cpuMs(site.pid) - before) / count) * 1000);
      }
    for (const { name: side } of sides)
      for (const [turn, value] of (perTurn[side] ?? []).entries())
        Object.assign(figures[side]?.[turn] ?? {}, { [`${name}, CPU µs`]: value });
    for (const [at, { name: side }] of sides.entries())
      for (const row of figures[side] ?? []) row[`MB after ${name}`] = residentMegabytes(sites[at]?.pid ?? 0);
    await Promise.all(sites.map(stop));
  }
}

function report(): void {
  console.log(`\n| ${turns} turns, median | this | other | this ÷ other |\n|---|---|---|---|`);
  for (const name of Object.keys(figures.this?.[0] ?? {})) {
    const values = (side: string) => (figures[side] ?? []).map((row) => row[name] ?? 0);
    const ratio = median(values('this').map((value, turn) => value / (values('other')[turn] ?? 1)));
    const shown = sides.map((side) => median(values(side.name)).toFixed(0));
    console.log(`| ${name} | ${shown.join(' | ')} | ${ratio.toFixed(3)} |`);
  }
}
