/** How much a request may send, and in which form. */
import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ApiEnv } from './api.ts';

/** `isStreamed`: the handler reads the body as a stream, and its bytes are counted on the way. */
type BodyLimit = { bytes: number; message?: string; isStreamed?: boolean; isForm?: boolean };

/** Calls that may send more than a little JSON; the path is below /api/v1. */
export type BodyRule = BodyLimit & { path: RegExp };

/** Bytes; only administrators may send more. */
export const smallBody = 16 * 1024;

export const largeBody = 2 * 1024 * 1024;

/** Chooses the limit by a call's whole path: the first rule that matches, else small for visitors and large for administrators. */
export function bodyLimitsOf(rules: BodyRule[]): (path: string) => BodyLimit {
  return (wholePath) => {
    const path = wholePath.replace(/^\/api\/v1/, '');
    const bytes = /^\/[\w-]+\/admin(\/|$)/.test(path) ? largeBody : smallBody;
    return rules.find((rule) => rule.path.test(path)) ?? { bytes };
  };
}

/** Refuses a larger body; before reading it when its length is declared. */
export function bodyLimit(limitOf: (path: string) => BodyLimit): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || !c.req.raw.body) return next();
    const limit = limitOf(c.req.path);
    if (Number(c.req.header('content-length') ?? 0) > limit.bytes) throw tooLarge(limit);
    if (c.req.header('content-length') === undefined) {
      const { body, method, headers, signal } = c.req.raw;
      c.req.raw = limit.isStreamed
        ? new Request(c.req.url, { method, headers, body: counted(body, limit), duplex: 'half', signal } as RequestInit)
        : new Request(c.req.url, { method, headers, body: await readAtMost(body, limit), signal });
    }
    return next();
  };
}

/** Null where it is empty. */
async function readAtMost(body: ReadableStream<Uint8Array>, limit: BodyLimit): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit.bytes) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return size === 0 ? null : new Uint8Array(Buffer.concat(chunks));
}

function counted(body: ReadableStream<Uint8Array>, limit: BodyLimit): ReadableStream<Uint8Array> {
  let size = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > limit.bytes) throw tooLarge(limit);
      controller.enqueue(chunk);
    },
  });
  // Node's own stream of a request does not survive being cancelled.
  return body.pipeThrough(count, { preventCancel: true });
}

function tooLarge({ message = 'The request is too large.' }: BodyLimit): HTTPException {
  return new HTTPException(413, { message });
}

/** /api/v1 speaks JSON, except for the few calls that take a form. JSON without a body counts as no body (M5). */
export function jsonOnly(limitOf: (path: string) => BodyLimit): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const isJson = /^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '');
    const isSent = hasBody(c);
    if (isSent && !isJson && !limitOf(c.req.path).isForm)
      throw new HTTPException(415, { message: 'Please send the request as JSON.' });
    if (!isSent && isJson) c.req.raw.headers.delete('content-type');
    await next();
  };
}

function hasBody(c: Context): boolean {
  const length = c.req.header('content-length');
  return length === undefined ? Boolean(c.req.raw.body) : length !== '0';
}
