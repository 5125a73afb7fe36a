import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { closeSlowReader } from './slow-sockets.ts';

const periodMs = 200;

/** A server that sends away who reads nothing for `periodMs`. */
async function serve(answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    closeSlowReader(request, response, periodMs);
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.asyncDispose]: async () => void server.close() };
}

test('an answer whose next part takes long to make arrives whole', async () => {
  await using site = await serve(async (response) => {
    for (const part of ['made ', 'page ', 'by page']) {
      response.write(part);
      await sleep(3 * periodMs);
    }
    response.end();
  });
  const answer = await fetch(`http://127.0.0.1:${site.port}`);
  expect(await answer.text()).toBe('made page by page');
});

test('a client that stops reading is sent away, also after a long pause of the server', async () => {
  await using site = await serve(async (response) => {
    response.write('first');
    await sleep(3 * periodMs);
    response.end(Buffer.alloc(50_000_000));
  });
  const socket = connect(site.port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'data');
  socket.pause();
  await sleep(12 * periodMs);
  const ended = once(socket, 'error');
  socket.resume();
  expect(await ended).toMatchObject([{ code: 'ECONNRESET' }]);
});
