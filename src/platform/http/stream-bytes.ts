/** Answers whose status is sent before they are complete: an error in them can only be logged. */
import type { Context } from 'hono';
import type { ApiEnv } from './api.ts';
import type { ErrorReader } from './errors.ts';

/** Streams a file. An error ends the connection, so that the file does not look complete. */
export function streamBytes(c: Context<ApiEnv>, reader: ErrorReader, pieces: AsyncIterable<Uint8Array>): Response {
  const iterator = pieces[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value as Uint8Array<ArrayBuffer>);
      } catch (error) {
        logBreak(c, reader, error);
        controller.error(error);
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return c.body(body);
}

function logBreak(c: Context<ApiEnv>, { log, outages }: ErrorReader, error: unknown): void {
  if (!outages.report(error)) log.error('answer broke off', { requestId: c.get('requestId'), error });
}
