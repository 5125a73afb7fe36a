/** Which responses may be cached for all visitors: public routes, and the query parameters that each reads. */
import type { IncomingMessage } from 'node:http';
import { isPostNumber } from '#features/items/redirects.server.ts';
import { chosenTheme } from '#ui/theme/chosen-theme.ts';

export type CacheableRoute = {
  /** Holds everything that the response depends on. */
  key: string;
  /** Path and query without parameters that the route ignores. */
  url: string;
  partition: 'addresses' | 'queries';
  kind: 'page' | 'data' | 'file';
  /** Whether it reads the index of texts. */
  isSearch: boolean;
  /** Of other routes only a 404 is cached. */
  isKnown: boolean;
  /** The only cookie that a page reads. */
  cookie: string | undefined;
};

const id = '[1-9]\\d{0,14}';

/** Paths and the query parameters they read. */
const pages: [path: RegExp, keys: string[]][] = [
  [/^\/$/, []],
  [/^\/about$/, ['member']],
  [/^\/subscribe$/, []],
  [/^\/articles$/, ['search', 'cursor', 'shown']],
  [new RegExp(`^/articles/${id}$`), []],
  [/^\/events$/, ['filter', 'search', 'cursor', 'shown']],
  [new RegExp(`^/events/${id}$`), ['filter', 'search', 'cursor', 'shown']],
  [/^\/((pages|committee)\/)?[^/]+$/, []],
  [new RegExp(`^/newsletters/${id}$`), []],
];
/** Pages opened by a link or by administrators, and everything that is not a page, are never cached. For any other path the 404 is. */
const others =
  /^(?!\/)|^\/(admin|assets|cards|do-not-write|healthz|metrics|preview|readyz|signup|subscription|unsubscribe|uploads|verify)(\/|$)/;
/** For machines. */
const files: [path: RegExp, keys: string[]][] = [
  [/^\/(feed\.xml|rss\.xml|feed\.json|events\.ics|sitemap\.xml|site\.webmanifest)$/, []],
  [new RegExp(`^/events/${id}\\.ics$`), []],
];
const data: [path: RegExp, keys: string[]][] = [
  [/^\/api\/v1\/articles$/, ['search', 'limit', 'cursor', 'after']],
  [/^\/api\/v1\/(events|events\/upcoming|events\/past)$/, ['search', 'limit', 'cursor']],
  [/^\/api\/v1\/(members|pages|committees|settings|openapi\.json)$/, []],
  [/^\/api\/v1\/(pages|committees)\/[^/]+$/, []],
  [new RegExp(`^/api/v1/(articles|events|members)/${id}$`), []],
];

const tables = { page: pages, data, file: files };

/** Null for what is never cached: any other route, and any request with a bearer. */
export function cacheableRoute(request: IncomingMessage): CacheableRoute | null {
  const { method, url = '', headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return null;
  const queryAt = url.indexOf('?');
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  const kind = kindOf(path);
  const keys = tables[kind].find(([pattern]) => pattern.test(path))?.[1];
  if (kind === 'page' ? others.test(path) : !keys) return null;
  const asked = queryAt < 0 ? '' : url.slice(queryAt);
  if (kind === 'page' && isPostNumber(asked)) return null;
  const query = keys ? knownQuery(asked, keys) : asked;
  const theme = kind === 'page' && headers.cookie ? chosenTheme(headers.cookie) : undefined;
  return {
    key: `${theme ?? ''} ${path}${query}`,
    url: path + query,
    partition: query ? 'queries' : 'addresses',
    kind,
    isSearch: keys !== undefined && /[?&]search=/.test(query),
    isKnown: keys !== undefined,
    cookie: theme && `theme=${theme}`,
  };
}

function kindOf(path: string): CacheableRoute['kind'] {
  if (path.startsWith('/api/')) return 'data';
  return path.includes('.') ? 'file' : 'page';
}

/** The first value of each known parameter, in a fixed order, without empty ones. */
function knownQuery(search: string, keys: string[]): string {
  if (!search) return '';
  const [, onlyKey] = /^\?(\w+)=[\w-]+$/.exec(search) ?? [];
  if (onlyKey) return keys.includes(onlyKey) ? search : '';
  const given = new URLSearchParams(search);
  const known = new URLSearchParams();
  for (const key of keys) {
    const value = given.get(key);
    if (value) known.set(key, value);
  }
  return known.size > 0 ? `?${known}` : '';
}
