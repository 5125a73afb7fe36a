/** Whether visitors find a page of this site at a path: what is asked of the links of a text before it is published. */
import type { Db } from '#platform/db/db.ts';
import type { LinksAnswer } from './links.ts';

type State = LinksAnswer['states'][number];

/** Every page that is none of an item; `tests/own-pages.test.ts` holds them against the routes. */
export const ownPages: ReadonlySet<string> = new Set(
  ['/', '/about', '/events', '/articles', '/subscribe', '/unsubscribe', '/verify', '/signup', '/developers'].concat([
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
const items = {
  articles: new RegExp(`^/articles/${id}/?$`),
  events: new RegExp(`^/events/${id}(?:\\.ics|/)?$`),
};

export async function stateOfPath(db: Db, address: string): Promise<State> {
  const url = URL.parse(address, 'https://site.invalid');
  if (!url) return 'missing';
  const { pathname, searchParams } = url;
  if (/^\/admin(\/|$)/.test(pathname)) return 'closed';
  for (const kind of ['articles', 'events'] as const) {
    const wanted = items[kind].exec(pathname)?.[1];
    if (wanted) return stateOfItem(db, kind, Number(wanted));
    if (pathname.startsWith(`/${kind}/`) && pathname !== `/${kind}/`) return 'missing';
  }
  const member = pathname === '/about' ? searchParams.get('member') : null;
  if (member !== null) return stateOfMember(db, Number(member));
  if (ownPages.has(pathname.replace(/(.)\/$/, '$1'))) return 'there';
  // A file or a picture may be anywhere else; a page lies at the top.
  return /^\/[^/.]*\/?$/.test(pathname) ? 'missing' : 'there';
}

async function stateOfItem(db: Db, kind: 'articles' | 'events', wanted: number): Promise<State> {
  if (kind === 'events') {
    const event = db.selectFrom('events').select('id').where('id', '=', wanted).where('deletedAt', 'is', null);
    return (await event.executeTakeFirst()) ? 'there' : 'missing';
  }
  const article = await db
    .selectFrom('articles')
    .select('isPublished')
    .where('id', '=', wanted)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!article) return 'missing';
  return article.isPublished ? 'there' : 'draft';
}

async function stateOfMember(db: Db, wanted: number): Promise<State> {
  if (!Number.isSafeInteger(wanted) || wanted < 1) return 'missing';
  const member = db.selectFrom('members').select('isActive').where('id', '=', wanted).where('deletedAt', 'is', null);
  const found = await member.executeTakeFirst();
  return found?.isActive ? 'there' : 'missing';
}
