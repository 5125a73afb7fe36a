import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sendStream } from './send-stream.ts';

const bytes = randomBytes(3_000_000);

/** A server of one answer, which says what became of its stream. */
async function serve(size = bytes.byteLength) {
  const { promise: cancelled, resolve } = Promise.withResolvers<void>();
  let given = 0;
  const server = createServer((_, response) => {
    const body = new ReadableStream({
      type: 'bytes',
      pull(controller) {
        const view = controller.byobRequest?.view as Uint8Array;
        const count = size > bytes.byteLength ? view.byteLength : bytes.copy(view, 0, given, given + view.byteLength);
        given += count;
        if (count === 0) controller.close();
        controller.byobRequest?.respond(count);
      },
      cancel: () => resolve(),
    });
    const headers = { 'content-length': String(size) };
    void sendStream(new Response(body, { headers }), response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { port, cancelled, [Symbol.asyncDispose]: async () => void server.close() };
}

test('a slow reader gets every byte in order', async () => {
  await using site = await serve();
  const response = await fetch(`http://127.0.0.1:${site.port}`);
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body ?? []) {
    pieces.push(piece as Uint8Array);
    if (pieces.length % 8 === 0) await sleep(1);
  }
  expect(bytes.equals(Buffer.concat(pieces))).toBe(true);
});

test('when the reader disconnects, the stream is told', async () => {
  await using site = await serve(1_000_000_000);
  const socket = connect(site.port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await site.cancelled;
});
