/** Middleware that any product needs: request ids and logs, client addresses, body limits, security headers. */
import { randomUUID } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Config } from '#platform/config/config.ts';
import type { Log } from '#platform/log.ts';
import type { ApiEnv } from './api.ts';
import { clientAddressFrom } from './client-address.ts';

/** Gives each request an id and logs one line when it is answered, without the query, which may hold a token. */
export function requestLog(log: Log): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.header('x-request-id', requestId);
    await next();
    // A call that a page makes in this process belongs to the page's own line.
    if (!isOverSocket(c)) return;
    log.info('request', {
      requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
  };
}

/** The client's address: the socket's, or with TRUST_PROXY the last one the proxy itself added. */
export function setClientAddress(config: Config): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    c.set('address', clientAddressFrom(c.req.header('x-forwarded-for'), socketAddress(c), config.trustProxy));
    await next();
  };
}

function socketAddress(c: Context): string {
  if (!isOverSocket(c)) return 'local';
  return getConnInfo(c).remote.address ?? 'unknown';
}

/** A request of this process (server rendering, tests) has no socket. */
function isOverSocket(c: Context): boolean {
  return Boolean(c.env && 'incoming' in c.env);
}

/** `isStreamed`: the handler reads the body as a stream, and its bytes are counted on the way. */
type BodyLimit = { bytes: number; message?: string; isStreamed?: boolean; isForm?: boolean };
/** Calls that may send more than a little JSON; the path is below /api/v1. */
export type BodyRule = BodyLimit & { path: RegExp };

/** Bytes; only administrators may send more. */
export const smallBody = 16 * 1024;
export const largeBody = 2 * 1024 * 1024;

/** By a call's whole path: the first of the rules that fits it, else small from visitors and large from administrators. */
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

/** Headers for every answer that does not set them itself; pages set their own content security policy. */
export function securityHeadersOf({ siteUrl }: Pick<Config, 'siteUrl'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    // Pictures set this themselves: mails show them on other origins.
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    ...(siteUrl.startsWith('https://') ? { 'strict-transport-security': 'max-age=63072000' } : {}),
  };
}

/** Headers that browsers honour for documents only, not for files and answers that a page fetches. */
const ofPages = new Set(['referrer-policy', 'cross-origin-opener-policy', 'x-frame-options', 'permissions-policy']);

export function securityHeaders(config: Config): MiddlewareHandler<ApiEnv> {
  const all = Object.entries(securityHeadersOf(config));
  const ofFiles = all.filter(([name]) => !ofPages.has(name));
  return async (c, next) => {
    await next();
    const isFile = /^(image|font|text\/(css|javascript)|application\/json)\b/.test(
      c.res.headers.get('content-type') ?? '',
    );
    for (const [name, value] of isFile ? ofFiles : all) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  };
}

/** For pages that a link with a token opens: not cached, not indexed, no referrer. */
export const unlisted: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set('cache-control', 'no-store');
  c.res.headers.set('x-robots-tag', 'noindex');
  c.res.headers.set('referrer-policy', 'no-referrer');
};
