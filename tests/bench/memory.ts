/**
 * `node tests/bench/memory.ts [FOLDER …]`: what a site with demo content holds a minute after its first and its second start, and half a
 * minute after a load of pages, calls, pictures and saves; and how long a second start takes. Other checkouts are measured beside this one.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anArticle } from '../support/builders.ts';
import { phonePhoto } from '../support/photos.ts';
import { publicPages } from '../support/site.ts';
import { post, tokenOf } from '../support/states.ts';
import { type Checkout, cpuMs, heldMegabytes, open, type Running, stop } from './checkout.ts';
import { machine } from './newsletter-setup.ts';
import { keep, say } from './report.ts';
import { load, median, rawRequest } from './speed-harness.ts';

const starts = 9;
const idleMs = 60_000;
const goals = { idle: 150, load: 190, start: 1200 };

const scratch = mkdtempSync(join(tmpdir(), 'bench-memory-'));
const here = resolve(import.meta.dirname, '../..');
const checkouts: Checkout[] = [here, ...process.argv.slice(2).map((folder) => resolve(folder))].map((folder, at) => ({
  name: at === 0 ? 'this' : basename(folder),
  folder,
  dataDir: join(scratch, String(at)),
}));

try {
  // A program of its own: its pages are shared with no one, so that all of them count.
  mkdirSync(join(scratch, 'bin'));
  copyFileSync(process.execPath, join(scratch, 'bin/node'));
  say(`${machine}; PSS of all processes, ${starts} starts\n`);
  say('| | after a first start | idle | after load | start | processor time of it |\n|---|---|---|---|---|---|');
  for (const checkout of checkouts) await measure(checkout);
  keep('memory');
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function measure(checkout: Checkout): Promise<void> {
  const begin = () => open(checkout, { PATH: `${join(scratch, 'bin')}:${process.env.PATH}` });
  // Builds the pages and fills the compile cache.
  await stop(await open({ ...checkout, dataDir: `${checkout.dataDir}-before` }));
  const first = await begin();
  await sleep(idleMs);
  const afterFirst = heldMegabytes(first.pid);
  await stop(first);

  const times: number[] = [];
  const costs: number[] = [];
  for (let n = 0; n < starts; n++) {
    const site = await begin();
    times.push(performance.now() - site.startedAt);
    costs.push(cpuMs(site.pid));
    await stop(site);
  }

  const site = await begin();
  await sleep(idleMs);
  const idle = heldMegabytes(site.pid);
  await visit(site);
  await sleep(idleMs / 2);
  const loaded = heldMegabytes(site.pid);
  await stop(site);

  const isMet = idle <= goals.idle && loaded <= goals.load && median(times) <= goals.start;
  if (checkout.folder === here && !isMet) process.exitCode = 1;
  const figures = [
    ...[afterFirst, idle, loaded].map((held) => `${held.toFixed(0)} MB`),
    ...[times, costs].map((ms) => `${median(ms).toFixed(0)} ms`),
  ];
  say(`| ${checkout.name} | ${figures.join(' | ')} |`);
}

/** Visitors for twenty seconds, then an editor: pictures, a draft saved ten times. */
async function visit(site: Running): Promise<void> {
  const pages = (await publicPages(site)).map(([, path]) => path);
  const calls = ['articles?limit=3', 'events/upcoming', 'members', 'settings', 'articles?search=health'];
  const requests = [...pages, ...calls.map((path) => `/api/v1/${path}`)].map((path) => rawRequest(path));
  const { statuses, broken } = await load({ port: site.port, connections: 50, seconds: 20, requests });
  const failed = Object.keys(statuses).filter((status) => Number(status) >= 500);
  if (failed.length || broken) throw new Error(`Under load: ${JSON.stringify({ statuses, broken })}`);

  const token = await tokenOf(site);
  const authorization = `Bearer ${token}`;
  const photo = Uint8Array.from(await phonePhoto());
  for (let n = 0; n < 3; n++) {
    const form = new FormData();
    form.set('file', new File([photo], 'bat.jpg', { type: 'image/jpeg' }));
    const answer = await fetch(`${site.url}/api/v1/uploads/articles`, {
      method: 'POST',
      body: form,
      headers: { authorization },
    });
    if (!answer.ok) throw new Error(`The upload answered ${answer.status}`);
  }
  const content = '<p>A paragraph on the health of people, animals and places.</p>'.repeat(100);
  for (let n = 0; n < 10; n++) await post(site, '/articles/admin', anArticle({ title: `Bats ${n}`, content }), token);
}
