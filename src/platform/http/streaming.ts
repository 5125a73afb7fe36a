/** Answers that are still being made when their status is out: what breaks them off can only be logged. */
import type { Context } from 'hono';
import type { ApiEnv } from './api.ts';
import type { ErrorReader } from './errors.ts';

/** A text in pieces. One that breaks off ends the connection: it must not look whole. */
export function streamText(c: Context<ApiEnv>, reader: ErrorReader, pieces: AsyncIterable<string>): Response {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
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

export function logBreak(c: Context<ApiEnv>, { log, outages }: ErrorReader, error: unknown): void {
  if (!outages.report(error)) log.error('answer broke off', { requestId: c.get('requestId'), error });
}
