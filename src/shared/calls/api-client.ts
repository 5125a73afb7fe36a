import { ApiError, type ErrorBody, foreign, recentPasswordNeeded, unexplained } from './api-error.ts';

/** `fetch` in the browser, the API application itself during server rendering. */
export type Fetch = (path: string, init?: RequestInit) => Response | Promise<Response>;

/** A list answered by the API: the rows of this page and, from the headers, the size of the whole. */
export type Page<T> = { items: T[]; total: number; nextCursor: string | null };

/** `isReplayed`: it was made before under the same key, and nothing of this call's body is in it. */
export type Created<T> = { made: T; isReplayed: boolean };

export type Api = {
  /** Answers a message where nothing else is said. */
  call<T = { message: string }>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T>;
  /** A POST. The same `key` again creates nothing a second time. */
  create<T>(path: string, body: unknown, key: string): Promise<Created<T>>;
  list<T>(path: string, signal?: AbortSignal): Promise<Page<T>>;
  /** For answers that are not JSON: a file or a stream. `isUnasked`: a background call, whose 401 only throws. */
  open(path: string, signal?: AbortSignal, isUnasked?: boolean): Promise<Response>;
};

export type ApiOptions = {
  token?: () => string | null;
  /** Runs after a 401, before the error is thrown (E2); not for a token that another has replaced since. */
  onUnauthorized?: () => void;
  /** Asks for the password; the call is then made again, or fails when this resolves to false. */
  prove?: () => Promise<boolean>;
};

const base = '/api/v1';

/**
 * The one transport of /api/v1. Answers of 400 and above become an `ApiError` with the server's message (A11).
 * A network failure rejects with the `TypeError` that `fetch` gives.
 */
export function createApiClient(fetchApi: Fetch, options: ApiOptions = {}): Api {
  async function send(
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
    key?: string,
    isUnasked = false,
  ): Promise<Response> {
    const headers: Record<string, string> = { accept: 'application/json' };
    const token = options.token?.() ?? null;
    if (token) headers.authorization = `Bearer ${token}`;
    if (key) headers['idempotency-key'] = key;
    if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json';
    const response = await fetchApi(base + path, {
      method,
      headers,
      credentials: 'same-origin',
      // A small change arrives also when the page is closed.
      keepalive: method !== 'GET' && body === undefined,
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    if (response.status < 400) return response;
    const isReplaced = token !== null && (options.token?.() ?? token) !== token;
    if (response.status === 401 && !isUnasked && !isReplaced) options.onUnauthorized?.();
    const refusal = await errorBody(response, method, path);
    const isProven = refusal.code === recentPasswordNeeded && (await options.prove?.());
    if (isProven) return send(method, path, body, signal, key, isUnasked);
    throw new ApiError(response.status, refusal);
  }

  return {
    open: (path, signal, isUnasked) => send('GET', path, undefined, signal, undefined, isUnasked),
    call: async <T>(...request: Parameters<Api['call']>) => (await (await send(...request)).json()) as T,
    create: async <T>(path: string, body: unknown, key: string) => {
      const response = await send('POST', path, body, undefined, key);
      const isReplayed = response.headers.get('idempotent-replayed') === 'true';
      return { made: (await response.json()) as T, isReplayed };
    },
    list: async <T>(path: string, signal?: AbortSignal) => {
      const response = await send('GET', path, undefined, signal);
      const items = (await response.json()) as T[];
      return {
        items,
        total: Number(response.headers.get('x-total-count') ?? items.length),
        nextCursor: response.headers.get('x-next-cursor'),
      };
    },
  };
}

type Foreign = Partial<ErrorBody> & { data?: { message?: string } };

async function errorBody(response: Response, method: string, path: string): Promise<ErrorBody> {
  // A proxy in between may answer something that is not JSON.
  const body = (await response.json().catch(() => null)) as Foreign | null;
  const message = body?.message || body?.data?.message;
  if (typeof message === 'string') return { code: foreign, ...body, message };
  // Not part of the first load.
  const sentence = await import('./fallback-messages.ts')
    .then(({ defaultErrorSentence }) => defaultErrorSentence(method, path))
    .catch(() => '');
  return { code: unexplained, message: sentence };
}

/** Options of every list of the API; `cursor` is the previous page's `nextCursor`. */
export type ListOptions = { search?: string; limit?: number; cursor?: string };
/** Further options of administrators' lists. */
export type ListQuery = ListOptions & { state?: string; fields?: string; outcome?: string; list?: string };

/** `?search=…&limit=…`, or nothing. */
export function queryString(options: ListQuery & { format?: string }): string {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]))}`;
}

/** The server could not be reached; the call may or may not have been done. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';

  constructor(cause: unknown) {
    super('The connection was lost. Please try again.', { cause });
  }
}

/** `fetch` whose failures are sentences for people. */
export function withReadableErrors(fetchApi: Fetch): Fetch {
  return async (path, init) => {
    try {
      return await fetchApi(path, init);
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error;
      throw new ConnectionLost(error);
    }
  };
}
