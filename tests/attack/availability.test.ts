import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isWithin, patient } from '../support/patience.ts';
import { administrator, type Site, startSite } from '../support/site.ts';
import { type Attack, endlessBodies, oddRequests, searches, silentRequests, stalledReaders } from './attackers.ts';
import { mostResident } from './memory.ts';
import { isOpen, open, type Way } from './proxies.ts';
import { type Ask, type Visit, visit, visitsOf } from './visitor.ts';

const picture = '/uploads/articles/1790000000000-large.jpg';
const small = '/uploads/articles/1790000000000-small.jpg';
/** Linux gives every program all of 127.0.0.0/8; elsewhere attacker and visitor share an address, which says nothing. */
const isLinux = process.platform === 'linux';
const attacker = '127.0.0.66';
const visitor = '127.0.0.2';
/** The long form, `npm run test:long -- attack`, says how many. */
const isLong = process.env.ATTACK_SECONDS !== undefined;
const seconds = Number(process.env.ATTACK_SECONDS ?? 1);
const ways: Way[] = ['plain', 'behind nginx', ...(isLong ? ['behind Caddy' as const] : [])];

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

type Asked = { port: number; asks: Ask[] };

async function visitFor(milliseconds: number, { port, asks }: Asked, from: number): Promise<Visit[]> {
  const login = { usernameOrEmail: administrator.username, password: administrator.password };
  const visits: Visit[] = [];
  // One whole round at least, however slow the machine is.
  for (let turn = from, end = Date.now() + milliseconds; turn === from || Date.now() < end; turn++)
    visits.push(...(await visit(asks, turn, { port, from: visitor, login })));
  return visits;
}

/** Visits all kinds before and during the attack; answers what was not as it should be, and what the attack took. */
async function during(port: number, begin: (port: number) => Attack) {
  const asked = { port, asks: await visitsOf({ url: `http://127.0.0.1:${port}` }, small) };
  mostResident(site);
  // What visits alone load into memory is not the attack's.
  const calm = await visitFor(seconds * 1000, asked, 0);
  const before = mostResident(site);
  const attack = begin(port);
  try {
    await sleep(500);
    const visits = await visitFor(seconds * 1000, asked, 100_000);
    const status = new Map(asked.asks.map((ask) => [ask.kind, ask.status]));
    const refused = [...calm, ...visits].filter((one) => one.status !== status.get(one.kind));
    return { refused, calm: p99(calm), p99: p99(visits), grownBy: mostResident(site) - before, count: visits.length };
  } finally {
    attack.stop();
  }
}

function p99(visits: Visit[]): number {
  const times = visits.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return times[Math.ceil(times.length * 0.99) - 1] ?? 0;
}

describe.runIf(isLinux).each(ways)('while one person attacks, %s', (way) => {
  const isSkipped = isLinux && !isOpen(way);
  let port = 0;
  let close = async () => {};

  beforeEach(async () => {
    if (isSkipped || port) return;
    const opened = await open(way, Number(new URL(site.url).port));
    port = opened.port;
    close = () => opened.close();
  });

  afterAll(() => close());
  // The places that it held are free again for the next.
  afterEach(() => sleep(200));

  test.skipIf(isSkipped).each([
    ['by never reading a large picture', (port: number) => stalledReaders(400, picture, { port, from: attacker }), 60],
    ['with bodies that need an administrator', (port: number) => endlessBodies(256, { port, from: attacker }), 80],
    ['with a thousand requests that never end', (port: number) => silentRequests(1000, { port, from: attacker }), 80],
    ['with 64 searches at a time', (port: number) => searches({ port, from: attacker }), 120],
    ['with headers that are hard to read', (port: number) => oddRequests({ port, from: attacker }), 80],
  ])(
    '%s, everyone else is served',
    { timeout: 3 * (patient(60_000) + seconds * 2000) },
    async (_, attack, megabytes) => {
      let found = await during(port, attack);
      // Of some fifty visits p99 is the slowest, which another program may have held up: what an attack does, it does each time.
      for (let again = 0; again < 2 && !isWithin(500, found.p99); again++) {
        const next = await during(port, attack);
        found = {
          ...next,
          refused: [...found.refused, ...next.refused],
          grownBy: Math.max(found.grownBy, next.grownBy),
          p99: Math.min(found.p99, next.p99),
        };
      }
      if (isLong) console.log(`${way}: ${JSON.stringify({ ...found, refused: found.refused.length }, rounded)}`);
      expect(found.refused).toEqual([]);
      expect(found.grownBy).toBeLessThan(megabytes);
      expect(isWithin(500, found.p99), `p99 ${found.p99} ms, before the attack ${found.calm} ms`).toBe(true);
    },
  );
});

function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value) : value;
}

/** Not there in the short form, where it would count as skipped. */
const testLong = isLinux && isLong ? test : () => {};

testLong('who reads nothing is sent away within a minute', { timeout: 120_000 }, async () => {
  const open = () => readdirSync(`/proc/${site.pid}/fd`).length;
  const before = open();
  const attack = stalledReaders(100, picture, { port: Number(new URL(site.url).port), from: attacker });
  try {
    await expect.poll(open, { timeout: 10_000, interval: 100 }).toBeGreaterThan(before + 90);
    // A file and a connection for each.
    await expect.poll(open, { timeout: 60_000, interval: 500 }).toBeLessThan(before + 5);
  } finally {
    attack.stop();
  }
});
