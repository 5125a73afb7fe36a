/**
 * The site's requests to itself: same routes, middleware and refusals as any request, but JSON and bodies already in memory are not
 * encoded into a stream and back.
 */
import type { Env, Hono, MiddlewareHandler } from 'hono';
import type { ApiEnv } from '#platform/http/api.ts';

/** What the caller reads: the value before it becomes JSON, or the body before it is compressed. */
type InProcessEnv = { wants?: 'value' | 'buffer' };

/** Like `app.request`, for an app that uses `passJsonInProcess`. Read only status, headers and `json` of the response. */
export async function fetchInProcess(app: Hono<ApiEnv>, path: string, init: RequestInit = {}): Promise<Response> {
  const isRead = (init.method ?? 'GET') === 'GET';
  return app.request(path, init, isRead ? ({ wants: 'value' } satisfies InProcessEnv) : {});
}

export const passJsonInProcess: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const wanted = wantedOf(c.env);
  const answer = (value: unknown, status: 200, headers: Record<string, string> = {}): Response => {
    if (wanted === 'value')
      return Object.defineProperty(c.body(null, status, headers), 'json', { value: async () => value });
    const body = Buffer.from(JSON.stringify(value));
    return rememberBody(body, c.body(body, status, { 'content-type': 'application/json', ...headers }));
  };
  if (wanted) c.json = answer as typeof c.json;
  await next();
};

/** In a WeakMap they would stay until a full garbage collection: 60 MB of pages. */
const remembered = Symbol('body');
type Remembering = Response & { [remembered]?: { body: Buffer; hashed: Buffer | string } };

/** Like `app.fetch`, with the whole body, not compressed. */
export async function fetchBuffered<E extends Env>(app: Hono<E>, request: Request, env: object) {
  const response: Remembering = await app.fetch(request, { ...env, wants: 'buffer' } satisfies InProcessEnv);
  if (response[remembered]) return { response, ...response[remembered] };
  const body = Buffer.from(await response.arrayBuffer());
  return { response, body, hashed: body };
}

/** Remembers the bytes of a response for `fetchBuffered`. `hashed`: something shorter that is the same only where they are. */
export function rememberBody(body: Buffer, response: Response, hashed: Buffer | string = body): Response {
  return Object.assign(response, { [remembered]: { body, hashed } });
}

/** Skips `middleware` for `fetchBuffered`. */
export function unlessBuffered(middleware: MiddlewareHandler): MiddlewareHandler {
  return (c, next) => (wantedOf(c.env) === 'buffer' ? next() : middleware(c, next));
}

function wantedOf(env: unknown): InProcessEnv['wants'] {
  return (env as InProcessEnv | undefined)?.wants;
}
