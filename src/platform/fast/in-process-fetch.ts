/**
 * The site's calls of itself. They go the way of everybody's, through the same checks to the same refusals; only what is
 * in memory already is handed over as it is, since making streams of bytes and reading them took longer than the work.
 */
import type { Env, Hono, MiddlewareHandler } from 'hono';
import type { ApiEnv } from '#platform/http/api.ts';

/** What the caller can use: the value that would become JSON, or the whole text, which it compresses itself. */
type InProcessEnv = { wants?: 'value' | 'buffer' };

/** A GET request with all that the apps and the router read of one; undici's own takes many times as long to make. */
export function bareRequest(url: string, headers = new Headers()): Request {
  return { method: 'GET', url, headers, body: null, signal: new AbortController().signal } as Request;
}

/** Like `app.request`, for an app that uses `passJsonThrough`; of the answer only status, headers and `json` may be read. */
export async function fetchInProcess(app: Hono<ApiEnv>, path: string, init: RequestInit = {}): Promise<Response> {
  if (init.method !== undefined && init.method !== 'GET') return app.request(path, init);
  return app.fetch(bareRequest(`http://localhost${path}`, new Headers(init.headers)), {
    wants: 'value',
  } satisfies InProcessEnv);
}

export const passJsonThrough: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (wantedOf(c.env) === 'value') {
    const answer = (value: unknown, status: 200, headers?: Record<string, string>): Response =>
      Object.defineProperty(c.body(null, status, headers), 'json', { value: async () => value });
    c.json = answer as typeof c.json;
  }
  await next();
};

const bodies = new WeakMap<Response, Buffer>();

/** Like `app.fetch`; with the body, not compressed. `env` goes with the request. */
export async function fetchBuffered<E extends Env>(app: Hono<E>, request: Request, env: object) {
  const response = await app.fetch(request, { ...env, wants: 'buffer' } satisfies InProcessEnv);
  return { response, body: bodies.get(response) ?? Buffer.from(await response.arrayBuffer()) };
}

/** Remembers the bytes that the answer was made of, for `fetchBuffered`. */
export function rememberBody(body: Buffer, response: Response): Response {
  bodies.set(response, body);
  return response;
}

/** Runs `middleware` but for those who want the whole answer as it is. */
export function unlessBuffered(middleware: MiddlewareHandler): MiddlewareHandler {
  return (c, next) => (wantedOf(c.env) === 'buffer' ? next() : middleware(c, next));
}

function wantedOf(env: unknown): InProcessEnv['wants'] {
  return (env as InProcessEnv | undefined)?.wants;
}
