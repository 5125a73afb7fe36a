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
import { type KeptAddress, keptAddress } from './kept-addresses.ts';

const maxMaking = 64;
const retryAfterSeconds = 2;
const checkedEachTime = 'public, max-age=0, must-revalidate';

export type FrontDoor = { listener: RequestListener; cache: AnswerCache };

export function frontDoor(context: AppContext, app: Hono<ApiEnv>, version: ContentVersion): FrontDoor {
  const { clock, db, config, log } = context;
  const toApp = getRequestListener(app.fetch);
  const cache = new AnswerCache({
    version,
    nextChange: () => nextEventStart(db, clock.now()),
    now: () => clock.now(),
    maxBytes: config.pageCacheBytes,
    maxMaking,
  });

  async function give(request: IncomingMessage, response: ServerResponse, address: KeptAddress): Promise<void> {
    const { key, shelf } = address;
    const make: Wanted['make'] = () => ask(app, address, { incoming: request, outgoing: response });
    try {
      const answer = await cache.get({ key, shelf, make });
      await answer.send(request, response);
    } catch (error) {
      if (error instanceof Overloaded) return refuse(response, address);
      log.error('request failed', { path: address.url, error });
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-type': 'text/plain' }).end('Unexpected Application Error!');
    }
  }

  return {
    cache,
    listener: (request, response) => {
      const address = keptAddress(request);
      if (!address) return void toApp(request, response);
      const answer = cache.fresh(address.key, address.shelf);
      if (!answer?.sendAtOnce(request, response)) void give(request, response, address);
    },
  };
}

/** The app's answer to whoever comes without a name, in full and not compressed. */
async function ask(app: Hono<ApiEnv>, { url, kind, cookie }: KeptAddress, env: Record<string, unknown>) {
  const request = new Request(`http://localhost${url}`, cookie ? { headers: { cookie } } : {});
  const response = await app.fetch(request, env);
  const headers = new Headers(response.headers);
  if (kind === 'data' && response.status === 200) headers.set('cache-control', checkedEachTime);
  headers.set('vary', kind === 'data' ? 'accept-encoding, authorization' : 'accept-encoding, cookie');
  const isKeepable =
    response.status === 200 && !headers.get('cache-control')?.includes('no-store') && !headers.has('set-cookie');
  return { answer: new Answer(response.status, headers, Buffer.from(await response.arrayBuffer())), isKeepable };
}

function refuse(response: ServerResponse, { kind }: KeptAddress): void {
  const message = 'There are too many visitors at once. Please try again in a moment.';
  const body = kind === 'data' ? JSON.stringify({ message, code: 'overloaded' }) : message;
  response
    .writeHead(503, {
      'content-type': kind === 'data' ? 'application/json' : 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'retry-after': String(retryAfterSeconds),
      'cache-control': 'no-store',
    })
    .end(body);
}
