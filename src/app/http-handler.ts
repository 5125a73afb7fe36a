/** Handles each HTTP request: serves public pages and data from the page cache, forwards everything else to the app. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { bearerToken, findSignedIn } from '#features/accounts/sessions/sessions.server.ts';
import { nextEventEnd } from '#features/events/event-lists.server.ts';
import { CachedResponse } from '#platform/cache/cached-response.ts';
import { type CacheRequest, type Made, Overloaded, ResponseCache } from '#platform/cache/response-cache.ts';
import type { AppContext } from '#platform/context.ts';
import type { ContentVersion } from '#platform/db/content-version.ts';
import { hasQueuedRows } from '#platform/db/search/indexing.ts';
import { fetchBuffered } from '#platform/fast/in-process-fetch.ts';
import type { ApiEnv } from '#platform/http/api.ts';
import { clientAddressFrom, networkOfAddress } from '#platform/http/client-address.ts';
import { outageAnswer } from '#platform/http/error-answers.ts';
import { type Admission, createAdmission, hasBody, type Lane } from '#platform/http/load/admission.ts';
import { closeSlowReader, closeSlowSender, inOrder } from '#platform/http/load/slow-sockets.ts';
import { securityHeadersOf } from '#platform/http/middleware.ts';
import { sendStream } from '#platform/http/send-stream.ts';
import { createBodyReceiver, createRefusals, sendText } from './admission/refuse-or-receive.ts';
import { type CacheableRoute, cacheableRoute } from './cacheable-routes.ts';
import type { Metrics } from './monitoring/site-metrics.ts';

/** Monitoring must reach the site when it is overloaded. */
const neverRefused = new Set(['/healthz', '/readyz', '/metrics']);
/** A search that is made while texts wait for their index. */
const incompleteSearchMs = 5_000;
const alwaysRevalidate = 'public, max-age=0, must-revalidate';

export type HttpHandler = { listener: RequestListener; cache: ResponseCache };

export type HttpHandlerParts = { app: Hono<ApiEnv>; version: ContentVersion; metrics: Metrics };

export function createHttpHandler(context: AppContext, { app, version, metrics }: HttpHandlerParts): HttpHandler {
  const { config, log, outages } = context;
  const ownHeaders = securityHeadersOf(config);
  const refusals = createRefusals(ownHeaders, metrics);
  const { refuse, sendRefusal } = refusals;
  const admission = createAdmission();
  const forwardToApp = forwarderTo(app, { context, metrics, refusals, admission });
  const cache = pageCacheOf(context, version);

  async function serveCached(request: IncomingMessage, response: ServerResponse, route: CacheableRoute): Promise<void> {
    const { key, partition } = route;
    const network = networkOf(request, config);
    const turn: CacheRequest['turn'] = (options) => admission.enter('pages', network, options);
    const make = async (): Promise<Made> => {
      // Asked before: a text that is noted later raises the content version.
      const maxAgeMs = route.isSearch && (await hasQueuedRows(context.db)) ? incompleteSearchMs : undefined;
      return { ...(await fetchForCache(app, route, { incoming: request, outgoing: response })), maxAgeMs };
    };
    try {
      const cached = await cache.get({ key, partition, network, turn, make });
      metrics.countAnswer('made');
      await cached.send(request, response);
    } catch (error) {
      if (error instanceof Overloaded) return refuse(request, response);
      const outage = outages.report(error);
      if (!outage) log.error('request failed', { path: route.url, error });
      if (response.headersSent) response.destroy();
      else if (outage) sendRefusal(request, response, outageAnswer(outage));
      else sendText(response, { ...ownHeaders, 'content-type': 'text/plain' }, 500, 'Unexpected Application Error!');
    }
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    if (hasTwoHosts(request)) {
      response.shouldKeepAlive = false;
      return sendText(
        response,
        { ...ownHeaders, 'content-type': 'text/plain' },
        400,
        'A request must have exactly one Host header.',
      );
    }
    const route = cacheableRoute(request);
    if (!route) return void forwardToApp(request, response);
    const cached = cache.fresh(route.key);
    if (!cached?.sendIfReady(request, response)) {
      closeSlowReader(request, response);
      return void serveCached(request, response, route);
    }
    metrics.countAnswer('kept');
    if (response.writableLength > 0) closeSlowReader(request, response);
  }

  return { cache, listener: (request, response) => inOrder(request, response, () => answer(request, response)) };
}

type Forwarding = {
  context: AppContext;
  metrics: Metrics;
  refusals: ReturnType<typeof createRefusals>;
  admission: Admission;
};

/** Forwards a request to the app once it is admitted and a small body is there. */
function forwarderTo(app: Hono<ApiEnv>, { context, metrics, refusals, admission }: Forwarding) {
  const listener = getRequestListener(app.fetch);
  const pictures = getRequestListener(async (request, env) =>
    sendStream(await app.fetch(request, env), env.outgoing as ServerResponse),
  );
  const checkSession = sessionChecker(context, admission);
  const receiveBody = createBodyReceiver(admission, refusals);

  function dispatch(request: IncomingMessage, response: ServerResponse): void {
    closeSlowSender(request);
    whenHeadIsWritten(response, () => closeSlowReader(request, response));
    metrics.countAnswer('app');
    void (isPicture(pathOf(request)) ? pictures : listener)(request, response);
  }

  return async function forwardToApp(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request);
    if (neverRefused.has(path)) return dispatch(request, response);
    const network = networkOf(request, context.config);
    const isSignedIn = await checkSession(request, network);
    if (isSignedIn === null) return refusals.refuse(request, response);
    if (hasBody(request) && !(await receiveBody(request, response, { path, network, isSignedIn }))) return;
    const lane = laneOf(path, { isSignedIn, isForm: hasBody(request) });
    // A page whose scripts are refused is broken, and they lie in memory.
    const leave = await admission.enter(lane, network, { neverRefused: path.startsWith('/assets/') });
    if (!leave) return refusals.refuse(request, response);
    if (response.destroyed) return leave();
    response.once('close', leave);
    // A file or picture keeps its turn until it is sent: it may be many times the size of a page.
    if (!isFile(path)) whenHeadIsWritten(response, leave);
    dispatch(request, response);
  };
}

function pageCacheOf({ clock, db, config }: AppContext, version: ContentVersion): ResponseCache {
  return new ResponseCache({
    version,
    nextChange: () => nextEventEnd(db, clock.now()),
    now: () => clock.now(),
    maxBytes: config.pageCacheBytes,
  });
}

/** Null when too many sessions are being checked. */
function sessionChecker({ db, clock, outages }: AppContext, admission: Admission) {
  return async function checkSession(request: IncomingMessage, network: string): Promise<boolean | null> {
    const token = bearerToken(request.headers.authorization);
    // The app answers everyone that the database is away.
    if (token === null || outages.current()?.reason === 'database_away') return false;
    const leave = await admission.enter('sessions', network);
    if (!leave) return null;
    try {
      return (await findSignedIn({ db, outages }, token, clock.now())) !== null;
    } catch {
      // The app reports the fault of the database.
      return false;
    } finally {
      leave();
    }
  };
}

/** The app's response to an anonymous request, whole and not compressed. */
async function fetchForCache(
  app: Hono<ApiEnv>,
  { url, kind, cookie, isKnown }: CacheableRoute,
  env: Record<string, unknown>,
) {
  const request = new Request(`http://localhost${url}`, cookie ? { headers: { cookie } } : {});
  const { response, body, hashed } = await fetchBuffered(app, request, env);
  const { headers } = response;
  if (kind === 'data' && response.status === 200) headers.set('cache-control', alwaysRevalidate);
  headers.set('vary', ['accept-encoding', ...variesBy[kind]].join(', '));
  const isKept = response.status === 404 || (response.status === 200 && isKnown);
  const isCacheable = isKept && !headers.get('cache-control')?.includes('no-store') && !headers.has('set-cookie');
  return { response: new CachedResponse(response.status, headers, body, hashed), isCacheable };
}

/** What the answer depends on beside its encoding. */
const variesBy = { page: ['cookie'], data: ['authorization'], file: [] };

/** Node uses the first Host, a proxy perhaps the last (RFC 9112, 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  return hosts > 1;
}

function pathOf({ url = '' }: IncomingMessage): string {
  const queryAt = url.indexOf('?');
  return queryAt < 0 ? url : url.slice(0, queryAt);
}

function laneOf(path: string, { isSignedIn, isForm }: { isSignedIn: boolean; isForm: boolean }): Lane {
  if (isPicture(path)) return 'pictures';
  if (isFile(path)) return 'files';
  if (isSignedIn) return 'administrators';
  return isForm ? 'forms' : 'pages';
}

/** What takes turns as one. */
function networkOf(request: IncomingMessage, { trustProxy }: AppContext['config']): string {
  const forwarded = request.headers['x-forwarded-for']?.toString();
  return networkOfAddress(clientAddressFrom(forwarded, request.socket.remoteAddress ?? '', trustProxy));
}

function isPicture(path: string): boolean {
  return path.startsWith('/uploads/') || path.startsWith('/cards/');
}

/** Whether it is served from memory or the store. */
function isFile(path: string): boolean {
  return isPicture(path) || path.startsWith('/assets/') || /^\/[\w-]+\.\w+$/.test(path);
}

/** A place is free again once the head is written: sending the rest is up to the visitor, and a stream of events does not end. */
function whenHeadIsWritten(response: ServerResponse, then: () => void): void {
  const write = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    then();
    return write(...args);
  };
}
