/** Someone else's visit while the site is attacked: everything that people come for, again and again. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { Site } from '../support/site.ts';

export type Visit = { kind: string; status: number; milliseconds: number };

export type Ask = { kind: string; path: string; status: number; body?: object };

const publicPages = [
  ...['/about', '/articles', '/events', '/subscribe', '/verify', '/unsubscribe', '/signup'],
  ...['/feed.xml', '/feed.json', '/rss.xml', '/events.ics', '/sitemap.xml', '/site.webmanifest', '/robots.txt'],
  ...['articles', 'events', 'events/upcoming', 'events/past', 'members', 'settings', 'openapi.json'].map(
    (path) => `/api/v1/${path}`,
  ),
];
const missing = ['/articles/99', '/events/99', '/nothing', '/api/v1/articles/99'];

/** `picture` is a path; `script` comes from the home page. */
export async function visitsOf(site: Pick<Site, 'url'>, picture: string): Promise<Ask[]> {
  const html = await (await fetch(site.url)).text();
  const script = /<script type="module" src="([^"]+)"/.exec(html)?.[1] ?? '';
  return [
    { kind: 'home', path: '/', status: 200 },
    { kind: 'script', path: script, status: 200 },
    { kind: 'picture', path: picture, status: 200 },
    { kind: 'admin page', path: '/admin', status: 200 },
    { kind: 'sign-in', path: '/api/v1/admin/login', status: 200, body: {} },
    { kind: 'subscribe', path: '/api/v1/newsletter/subscribe', status: 200, body: {} },
    { kind: 'search', path: '/api/v1/articles?search=bats', status: 200 },
    { kind: 'search', path: '/events?search=bats', status: 200 },
    ...publicPages.map((path) => ({ kind: path, path, status: 200 })),
    ...missing.map((path) => ({ kind: path, path, status: 404 })),
  ];
}

type Visitor = { port: number; from: string; login: object };

/** Each kind once; `turn` makes addresses and searches differ. */
export async function visit(asks: Ask[], turn: number, { port, from, login }: Visitor): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (const { kind, path, body } of asks) {
    const started = performance.now();
    const sent = kind === 'sign-in' ? login : kind === 'subscribe' ? { email: `reader${turn}@example.org` } : body;
    const status = await ask({ port, from, path: kind === 'search' ? `${path}${turn}` : path, body: sent });
    visits.push({ kind, status, milliseconds: performance.now() - started });
  }
  return visits;
}

/** Zero when the connection broke. */
async function ask({
  port,
  from,
  path,
  body,
}: {
  port: number;
  from: string;
  path: string;
  body?: object | undefined;
}) {
  const sent = request({
    port,
    host: '127.0.0.1',
    localAddress: from,
    path,
    method: body ? 'POST' : 'GET',
    headers: body ? { 'content-type': 'application/json' } : {},
    agent: false,
  });
  sent.end(body ? JSON.stringify(body) : undefined);
  try {
    const [response] = await once(sent, 'response');
    await once(response.resume(), 'close');
    return response.statusCode as number;
  } catch {
    return 0;
  }
}
