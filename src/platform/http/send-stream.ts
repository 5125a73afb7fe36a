/** Sends a stream of bytes through one buffer: a stalled reader holds no more memory than that. */
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

const bufferBytes = 64 * 1024;

/**
 * Writes the answer's head and then its body piece by piece, each when the system has taken the one before; answers what
 * tells `@hono/node-server` so. An answer without a stream is left to it.
 */
export async function sendStream(answer: Response, response: ServerResponse): Promise<Response> {
  const { body, status, headers } = answer;
  // Smaller ones were read as a whole.
  if (!body || Number(headers.get('content-length') ?? 0) <= bufferBytes) return answer;
  const reader = readerOf(body);
  if (!reader) return answer;
  response.writeHead(status, Object.fromEntries(headers));
  try {
    if (await pass(reader, response)) response.end();
  } catch {
    // With its length announced, a body that breaks off can only be told by the end of the connection.
    response.destroy();
  } finally {
    await reader.cancel().catch(() => {});
  }
  return RESPONSE_ALREADY_SENT;
}

function readerOf(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}

/** False when the reader has gone before the end. */
async function pass(reader: ReadableStreamBYOBReader, response: ServerResponse): Promise<boolean> {
  const { promise: gone, resolve } = Promise.withResolvers<boolean>();
  response.once('close', () => resolve(false));
  let buffer = new ArrayBuffer(bufferBytes);
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (done) return true;
    if (!(await Promise.race([written(response, value), gone]))) return false;
    buffer = value.buffer as ArrayBuffer;
  }
}

/** Until then the bytes are still needed. */
function written(response: ServerResponse, bytes: Uint8Array): Promise<boolean> {
  return new Promise((done) => response.write(bytes, (error) => done(!error && !response.destroyed)));
}
