import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startNginx } from '../support/nginx.ts';
import { administrator, freePort, type Site, startSite } from '../support/site.ts';
import { type Attack, endlessBodies, oddRequests, silentRequests, stalledReaders } from './attackers.ts';
import { type Visit, visit, visitsOf } from './visitor.ts';

const picture = '/uploads/articles/1790000000000-large.jpg';
const small = '/uploads/articles/1790000000000-small.jpg';
/** Linux gives every program all of 127.0.0.0/8; elsewhere attacker and visitor share an address, which says nothing. */
const isLinux = process.platform === 'linux';
const attacker = '127.0.0.66';
const visitor = '127.0.0.2';
const seconds = Number(process.env.ATTACK_SECONDS ?? 4);

let site: Site;

beforeAll(async () => {
  site = await startSite({
    TRUST_PROXY: 'true',
    SUBSCRIBE_LIMIT_PER_HOUR: '100000',
    SUBSCRIBE_BUDGET_PER_HOUR: '100000',
    LOG_LEVEL: 'error',
  });
  const folder = join(site.dataDir, 'One Health Images/articles');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '1790000000000-large.jpg'), Buffer.alloc(4_700_000, 7));
  writeFileSync(join(folder, '1790000000000-small.jpg'), Buffer.alloc(40_000, 7));
});

afterAll(() => site.stop());

function residentMegabytes(): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** Visits all kinds during the attack; answers what was not as it should be, and how much memory it took. */
async function during(port: number, begin: (port: number) => Attack) {
  const asks = await visitsOf({ url: `http://127.0.0.1:${port}` }, small);
  const login = { usernameOrEmail: administrator.username, password: administrator.password };
  // What the first visits load into memory is not the attack's.
  for (const turn of [-1, -2, -3]) await visit(asks, turn, { port, from: visitor, login });
  const before = residentMegabytes();
  let most = before;
  const visits: Visit[] = [];
  const attack = begin(port);
  await sleep(1000);
  try {
    for (const end = Date.now() + seconds * 1000, turns = { next: 0 }; Date.now() < end; turns.next++) {
      visits.push(...(await visit(asks, turns.next, { port, from: visitor, login })));
      most = Math.max(most, residentMegabytes());
    }
  } finally {
    attack.stop();
  }
  const times = visits.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  const status = new Map(asks.map((ask) => [ask.kind, ask.status]));
  return { refused: visits.filter((one) => one.status !== status.get(one.kind)), grownBy: most - before, p99 };
}

describe.runIf(isLinux).each(['plain', 'behind nginx'])('while one person attacks, %s', (way) => {
  let port = 0;
  let close = async () => {};

  beforeAll(async () => {
    const own = Number(new URL(site.url).port);
    if (way === 'plain') {
      port = own;
      return;
    }
    port = await freePort();
    const nginx = await startNginx(port, [own]);
    close = () => nginx.stop();
  });

  afterAll(() => close());

  test.each([
    ['with headers that are hard to read', (port: number) => oddRequests({ port, from: attacker }), 60],
    ['with a thousand requests that never end', (port: number) => silentRequests(1000, { port, from: attacker }), 80],
    ['with bodies that need an administrator', (port: number) => endlessBodies(256, { port, from: attacker }), 80],
    ['by never reading a large picture', (port: number) => stalledReaders(400, picture, { port, from: attacker }), 60],
  ])('%s, everybody else gets everything', { timeout: 60_000 + seconds * 1000 }, async (_, attack, megabytes) => {
    const { refused, grownBy, p99 } = await during(port, attack);
    if (process.env.ATTACK_SECONDS) console.log(`${way}: p99 ${Math.round(p99)} ms, ${Math.round(grownBy)} MB more`);
    expect(refused).toEqual([]);
    expect(grownBy).toBeLessThan(megabytes);
    if (process.env.ATTACK_SECONDS) expect(p99).toBeLessThan(500);
  });
});
