/** Sends a stream of bytes through one buffer: a stalled reader holds no more memory than that. */
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

const bufferBytes = 64 * 1024;

/**
 * Writes the head and then the body piece by piece, each once the system has accepted the one before. Returns the answer that tells
 * `@hono/node-server` that it is sent; leaves an answer without a stream to it.
 */
export async function sendStream(answer: Response, response: ServerResponse): Promise<Response> {
  const { body, status, headers } = answer;
  // Smaller bodies were read whole.
  if (!body || Number(headers.get('content-length') ?? 0) <= bufferBytes) return answer;
  const reader = readerOf(body);
  if (!reader) return answer;
  response.writeHead(status, Object.fromEntries(headers));
  try {
    if (await pass(reader, response)) response.end();
  } catch {
    // The length is announced, so only the end of the connection tells that the body is incomplete.
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

/** False when the client disconnected before the end. */
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

/** Waits: until then the system needs the bytes. */
function written(response: ServerResponse, bytes: Uint8Array): Promise<boolean> {
  return new Promise((done) => response.write(bytes, (error) => done(!error && !response.destroyed)));
}
