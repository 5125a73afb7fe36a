/** Streams a file. An error ends the connection, so that the file does not look complete. */
import { ReadableStream } from 'node:stream/web';
import type { Context } from 'hono';
import type { ApiEnv } from './api.ts';
import type { ErrorReader } from './error-answers.ts';

export function streamBytes(
  c: Context<ApiEnv>,
  { log, outages }: ErrorReader,
  pieces: AsyncIterable<Uint8Array>,
): Response {
  async function* logged() {
    try {
      yield* pieces;
    } catch (error) {
      if (!outages.report(error)) log.error('answer broke off', { requestId: c.get('requestId'), error });
      throw error;
    }
  }
  return c.body(ReadableStream.from(logged()) as globalThis.ReadableStream);
}
