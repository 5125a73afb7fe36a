/** Middleware that any product needs: request ids and logs, client addresses, security headers. */
import { randomUUID } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
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
    // A call within this process belongs to the log line of its page.
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
export const unlistedPage: MiddlewareHandler = async (c, next) => {
  await next();
  c.res.headers.set('cache-control', 'no-store');
  c.res.headers.set('x-robots-tag', 'noindex');
  c.res.headers.set('referrer-policy', 'no-referrer');
};
