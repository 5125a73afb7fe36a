import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { stopListening } from './stop-listening.ts';

/** A busy server: each answer takes a millisecond of its thread. */
function busyServer(): Server {
  return createServer((_request, response) => {
    for (const until = performance.now() + 1; performance.now() < until; );
    response.shouldKeepAlive = false;
    response.end('done');
  });
}

/**
 * One visit after the other, each over a connection of its own, until the server is gone; how each of them ended. By number:
 * looking a name up takes a moment, in which the server may think that no one comes any more.
 */
async function visits(port: number): Promise<string[]> {
  const ends: string[] = [];
  while (ends.at(-1) !== 'ECONNREFUSED' && ends.length < 10_000) {
    const visit = request({ host: '127.0.0.1', port, agent: false, method: 'POST' }, (response) => response.resume());
    visit.end();
    const end = Promise.withResolvers<string>();
    visit.on('error', (error: NodeJS.ErrnoException) => end.resolve(error.code ?? error.message));
    visit.on('close', () => end.resolve('answered'));
    ends.push(await end.promise);
  }
  return ends;
}

test('a stopping server answers every connection that the system has accepted', async () => {
  const server = busyServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const visitors = Array.from({ length: 20 }, () => visits(port));
  await sleep(300);
  const { closed } = await stopListening(server);
  expect(server.listening).toBe(false);
  await closed;
  const ends = Map.groupBy((await Promise.all(visitors)).flat(), (end) => end);
  expect([...ends.keys()].sort()).toEqual(['ECONNREFUSED', 'answered']);
  expect(ends.get('ECONNREFUSED')).toHaveLength(20);
});
