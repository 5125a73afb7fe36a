/** Pages that are kept are never refused while the worker fills the index of searches, as after a restore, an upgrade or an import. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreSite } from '#app/operator/restore-site.ts';
import { load, rawRequest } from '../bench/speed-harness.ts';
import { type BackupPlace, backedUp, inDatabase, placeFor } from '../support/backups.ts';
import { addArticles } from '../support/fill-database.ts';
import { patient } from '../support/patience.ts';
import { type Site, startSite } from '../support/site.ts';

/** Linux gives every program all of 127.0.0.0/8. */
const isLinux = process.platform === 'linux';
const visitor = '127.0.0.2';
const articles = 2000;
const seconds = Number(process.env.ATTACK_SECONDS ?? 3);

let place: BackupPlace & AsyncDisposable;
let site: Site;

beforeAll(async () => {
  await using from = await placeFor('sqlite');
  await inDatabase(from, (db) => addArticles(db, articles, 4000));
  const { file } = await backedUp(from);
  place = await placeFor('sqlite');
  await restoreSite(place, file, new Date());
  site = await startSite({ DATA_DIR: place.dataDir, LOG_LEVEL: 'error' });
});

afterAll(async () => {
  await site.stop();
  await place[Symbol.asyncDispose]();
});

/** Rows whose texts no search finds yet. */
function waiting(): number {
  const database = new DatabaseSync(join(place.dataDir, 'site.db'), { readOnly: true });
  const row = database.prepare('SELECT count(*) AS count FROM search_queue').get();
  database.close();
  return Number(row?.count);
}

describe.runIf(isLinux)('after a restore', () => {
  test('200 connections of one network, and a visitor of another, get every kept page while the index is written', async () => {
    const paths = ['/', '/articles', '/events', ...Array.from({ length: 60 }, (_, n) => `/articles/${articles - n}`)];
    for (const path of paths) expect((await fetch(site.url + path)).status, path).toBe(200);
    const before = waiting();
    expect(before).toBeGreaterThan(100);
    const port = Number(new URL(site.url).port);
    const loading = load({ port, connections: 200, seconds, requests: paths.map((path) => rawRequest(path)) });
    const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: visitor });
    const visits: Record<string, number> = {};
    for (let turn = 0, end = Date.now() + seconds * 1000; Date.now() < end; turn++) {
      const asked = request(site.url + paths[turn % paths.length], { agent }).end();
      const [response] = await once(asked, 'response');
      await once(response.resume(), 'end');
      visits[response.statusCode] = (visits[response.statusCode] ?? 0) + 1;
    }
    agent.destroy();
    const { statuses, broken } = await loading;
    const during = waiting();
    if (process.env.ATTACK_SECONDS) console.log({ statuses, broken, visits, before, during });
    expect([Object.keys(statuses), broken, Object.keys(visits)]).toEqual([['200'], 0, ['200']]);
    expect(during).toBeLessThan(before);
    await expect.poll(waiting, { timeout: patient(120_000), interval: 500 }).toBe(0);
    for (const path of paths) expect((await fetch(site.url + path)).status, path).toBe(200);
  });
});
