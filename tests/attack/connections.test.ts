import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patient } from '../support/patience.ts';
import { type Site, startSite } from '../support/site.ts';
import { stalledReaders } from './attackers.ts';
import { mostResident } from './memory.ts';

/** Linux gives every program all of 127.0.0.0/8, and tells what a process holds. */
const isLinux = process.platform === 'linux';
const campus = '127.0.0.66';
const visitor = '127.0.0.2';

let site: Site;
let port = 0;

beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'error' });
  port = Number(new URL(site.url).port);
});

afterAll(() => site.stop());

/** Sends the bytes; `answer` is all that comes back until the connection ends. */
function raw(from: string, bytes: string): { socket: Socket; answer: Promise<string> } {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  let received = '';
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.write(bytes);
  return { socket, answer: new Promise((ended) => socket.once('close', () => ended(received))) };
}

const head = 'POST /api/v1/newsletter/subscribe HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
const body = '{"email":"reader@example.org"}';

function open(): number {
  return readdirSync(`/proc/${site.pid}/fd`).length;
}

describe.runIf(isLinux)('of one network', () => {
  test('the oldest unfinished post is ended with an answer, not the newest', async () => {
    const posts = Array.from({ length: 8 }, () => raw(campus, `${head}content-length: 40\r\n\r\n{`));
    await expect.poll(open).toBeGreaterThan(8);
    const newest = raw(campus, `${head}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`);
    expect(await newest.answer).toMatch(/^HTTP\/1\.1 200 /);
    const ended = await Promise.race(posts.map(async ({ answer }, n) => ({ n, answer: await answer })));
    expect(ended.n).toBe(0);
    expect(ended.answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(ended.answer).toContain('Please try again in a moment.');
    expect(posts.map(({ socket }) => socket.destroyed)).toEqual([true, ...Array(7).fill(false)]);
    // The others may still finish.
    posts[7]?.socket.write(body.slice(1).padEnd(39));
    await expect.poll(() => posts[7]?.socket.bytesRead).toBeGreaterThan(100);
    for (const { socket } of posts) socket.destroy();
  });
});

describe.runIf(isLinux)('requests sent before the answers are read', () => {
  test('are answered in order', async () => {
    const paths = Array.from({ length: 32 }, (_, n) => (n % 2 ? `/nothing/${n}` : '/'));
    const asked = paths.map((path, n) => {
      const last = n === paths.length - 1 ? 'connection: close\r\n' : '';
      return `GET ${path} HTTP/1.1\r\nhost: x\r\n${last}\r\n`;
    });
    const text = await raw(visitor, asked.join('')).answer;
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(paths.map((path) => `HTTP/1.1 ${path === '/' ? 200 : 404}`));
  });

  test.each([
    ['20,000 of each', '/', 20_000],
    ['no more than are held', '/api/v1/openapi.json', 33],
  ])('%s on 300 connections use no memory, and the connections end within 15 seconds', async (_, path, times) => {
    await fetch(site.url + path, { headers: { 'accept-encoding': 'identity' } });
    const before = open();
    mostResident(site);
    const held = mostResident(site);
    const attack = stalledReaders(300, path, { port, from: campus }, times);
    const begun = performance.now();
    try {
      await new Promise((soon) => setTimeout(soon, 1000));
      expect((await fetch(site.url)).status).toBe(200);
      await expect.poll(open, { timeout: patient(17_000), interval: 200 }).toBeLessThan(before + 5);
      const grownBy = mostResident(site) - held;
      if (process.env.ATTACK_SECONDS) console.log({ path, times, grownBy, endedAfter: performance.now() - begun });
      expect(grownBy).toBeLessThan(120);
    } finally {
      attack.stop();
    }
  });
});
