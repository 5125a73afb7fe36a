/** What a request meets first: kept answers, made by the app when they are missing; everything else goes to the app. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { nextEventStart } from '#features/events/events.server.ts';
import { Answer } from '#platform/cache/answer.ts';
import { AnswerCache, Overloaded, type Wanted } from '#platform/cache/answer-cache.ts';
import type { AppContext } from '#platform/context.ts';
import type { ContentVersion } from '#platform/db/content-version.ts';
import type { ApiEnv } from '#platform/http/api.ts';
import { ofOutage } from '#platform/http/errors.ts';
import { callWhole, ownRequest } from '#platform/http/own-calls.ts';
import { watchBody } from '#platform/http/slow-sockets.ts';
import type { Metrics } from '#platform/metrics.ts';
import { type KeptAddress, keptAddress } from './kept-addresses.ts';

const maxMaking = 64;
/** Requests that the app may work on at once; a visitor's, and any. */
const maxInApp = { visitors: 128, all: 256 };
/** Whoever watches the site has to reach it most of all when it is full. */
const alwaysAnswered = new Set(['/healthz', '/readyz', '/metrics']);
const checkedEachTime = 'public, max-age=0, must-revalidate';

export type FrontDoor = { listener: RequestListener; cache: AnswerCache };

type Refusal = ReturnType<typeof ofOutage>;

export type FrontDoorParts = { app: Hono<ApiEnv>; version: ContentVersion; metrics: Metrics };

export function frontDoor(context: AppContext, { app, version, metrics }: FrontDoorParts): FrontDoor {
  const { clock, db, config, log, outages } = context;
  const listener = getRequestListener(app.fetch);
  let inApp = 0;
  const cache = new AnswerCache({
    version,
    nextChange: () => nextEventStart(db, clock.now()),
    now: () => clock.now(),
    maxBytes: config.pageCacheBytes,
    maxMaking,
  });

  function toApp(request: IncomingMessage, response: ServerResponse): void {
    const most = request.headers.authorization === undefined ? maxInApp.visitors : maxInApp.all;
    if (inApp >= most && !alwaysAnswered.has(request.url ?? '')) return refuse(request, response);
    inApp++;
    let isCounted = true;
    const leave = () => {
      if (isCounted) inApp--;
      isCounted = false;
    };
    response.once('close', leave);
    leaveWithHead(response, leave);
    watchBody(request);
    metrics.count('http_answers_total', 'app');
    void listener(request, response);
  }

  function refuse(request: IncomingMessage, response: ServerResponse): void {
    metrics.count('http_answers_total', 'refused');
    sendRefusal(request, response, overloaded);
  }

  async function give(request: IncomingMessage, response: ServerResponse, address: KeptAddress): Promise<void> {
    const { key, shelf } = address;
    const make: Wanted['make'] = () => ask(app, address, { incoming: request, outgoing: response });
    try {
      const answer = await cache.get({ key, shelf, make });
      metrics.count('http_answers_total', 'made');
      await answer.send(request, response);
    } catch (error) {
      if (error instanceof Overloaded) return refuse(request, response);
      const outage = outages.report(error);
      if (!outage) log.error('request failed', { path: address.url, error });
      if (response.headersSent) response.destroy();
      else if (outage) sendRefusal(request, response, ofOutage(outage));
      else response.writeHead(500, { 'content-type': 'text/plain' }).end('Unexpected Application Error!');
    }
  }

  return {
    cache,
    listener: (request, response) => {
      const address = keptAddress(request);
      if (!address) return toApp(request, response);
      const answer = cache.fresh(address.key, address.shelf);
      if (answer?.sendAtOnce(request, response)) metrics.count('http_answers_total', 'kept');
      else void give(request, response, address);
    },
  };
}

/** The app's answer to whoever comes without a name, in full and not compressed. */
async function ask(app: Hono<ApiEnv>, { url, kind, cookie }: KeptAddress, env: Record<string, unknown>) {
  const request = ownRequest(`http://localhost${url}`, new Headers(cookie ? { cookie } : {}));
  const { response, body } = await callWhole(app, request, env);
  const { headers } = response;
  if (kind === 'data' && response.status === 200) headers.set('cache-control', checkedEachTime);
  headers.set('vary', kind === 'data' ? 'accept-encoding, authorization' : 'accept-encoding, cookie');
  const isKeepable =
    response.status === 200 && !headers.get('cache-control')?.includes('no-store') && !headers.has('set-cookie');
  return { answer: new Answer(response.status, headers, body), isKeepable };
}

/** With the head the work is done: what follows waits for the visitor, and a stream of events lasts for ever. */
function leaveWithHead(response: ServerResponse, leave: () => void): void {
  const write = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    leave();
    return write(...args);
  };
}

const overloaded: Refusal = {
  status: 503,
  body: { message: 'There are too many visitors at once. Please try again in a moment.', code: 'overloaded' },
  retryAfter: 2,
};

function sendRefusal(request: IncomingMessage, response: ServerResponse, { status, body, retryAfter }: Refusal): void {
  const isData = request.url?.startsWith('/api/') ?? false;
  const text = isData ? JSON.stringify(body) : body.message;
  response
    .writeHead(status, {
      'content-type': isData ? 'application/json' : 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'retry-after': String(retryAfter),
      'cache-control': 'no-store',
    })
    .end(text);
}
