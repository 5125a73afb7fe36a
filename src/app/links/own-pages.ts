/** Whether visitors find a page of this site at a path: what is asked of the links of a text before it is published. */
import type { Db } from '#platform/db/db.ts';
import type { KindName } from '../kinds.ts';
import type { LinksAnswer } from './links.ts';

type State = LinksAnswer['states'][number];

/** Every page that is none of an item; `tests/own-pages.test.ts` holds them against the routes. */
export const ownPages: ReadonlySet<string> = new Set(
  ['/', '/about', '/events', '/articles', '/subscribe', '/unsubscribe', '/verify', '/signup'].concat([
    '/feed.xml',
    '/rss.xml',
    '/feed.json',
    '/events.ics',
    '/sitemap.xml',
    '/robots.txt',
    '/site.webmanifest',
  ]),
);

const id = '([1-9]\\d{0,14})';
const itemPaths = {
  articles: new RegExp(`^/articles/${id}/?$`),
  events: new RegExp(`^/events/${id}(?:\\.ics|/)?$`),
};

type Item = { kind: KindName; id: number };

/** In the order of the addresses. */
export async function statesOfPaths(db: Db, addresses: string[]): Promise<State[]> {
  const asked = addresses.map(readAddress);
  const idsOf = (kind: KindName) =>
    asked.flatMap((one) => (typeof one !== 'string' && one.kind === kind ? one.id : []));
  const found = {
    articles: await statesOfArticles(db, idsOf('articles')),
    events: await statesOfEvents(db, idsOf('events')),
    members: await statesOfMembers(db, idsOf('members')),
  };
  return asked.map((one) => (typeof one === 'string' ? one : (found[one.kind].get(one.id) ?? 'missing')));
}

/** What needs no database is answered at once. */
function readAddress(address: string): State | Item {
  const url = URL.parse(address, 'https://site.invalid');
  if (!url) return 'missing';
  const { pathname, searchParams } = url;
  if (/^\/admin(\/|$)/.test(pathname)) return 'closed';
  for (const kind of ['articles', 'events'] as const) {
    const wanted = itemPaths[kind].exec(pathname)?.[1];
    if (wanted) return { kind, id: Number(wanted) };
    if (pathname.startsWith(`/${kind}/`) && pathname !== `/${kind}/`) return 'missing';
  }
  const member = pathname === '/about' ? searchParams.get('member') : null;
  if (member !== null)
    return Number.isSafeInteger(Number(member)) ? { kind: 'members', id: Number(member) } : 'missing';
  if (ownPages.has(pathname.replace(/(.)\/$/, '$1'))) return 'there';
  // A file or a picture may be anywhere else; a page lies at the top.
  return /^\/[^/.]*\/?$/.test(pathname) ? 'missing' : 'there';
}

type States = ReadonlyMap<number, State>;

async function statesOfArticles(db: Db, ids: number[]): Promise<States> {
  if (ids.length === 0) return new Map();
  const articles = db.selectFrom('articles').select(['id', 'isPublished']);
  const rows = await articles.where('id', 'in', ids).where('deletedAt', 'is', null).execute();
  return new Map(rows.map(({ id, isPublished }) => [id, isPublished ? 'there' : 'draft']));
}

async function statesOfEvents(db: Db, ids: number[]): Promise<States> {
  if (ids.length === 0) return new Map();
  const events = db.selectFrom('events').select('id');
  const rows = await events.where('id', 'in', ids).where('deletedAt', 'is', null).execute();
  return new Map(rows.map(({ id }) => [id, 'there']));
}

async function statesOfMembers(db: Db, ids: number[]): Promise<States> {
  if (ids.length === 0) return new Map();
  const members = db.selectFrom('members').select(['id', 'isActive']);
  const rows = await members.where('id', 'in', ids).where('deletedAt', 'is', null).execute();
  return new Map(rows.map(({ id, isActive }) => [id, isActive ? 'there' : 'missing']));
}
