/**
 * The name that the site was given at its first start and keeps for ever: ids in feeds and calendars are made with it, so
 * that a new domain makes nothing new for whoever follows them.
 */
import { isIP } from 'node:net';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import { randomHex } from '#platform/tokens.ts';

/**
 * `earlier`: until the site had a name, articles were known by their address. Those up to `lastArticle` keep that one, so
 * that no reader's app shows them once more.
 */
export type SiteName = { authority: string; date: string; earlier?: { siteUrl: string; lastArticle: number } };

type Site = Pick<Config, 'siteUrl'>;

const key = 'site.name';

/** Gives the site its name unless it has one. `lastArticle`: the highest id so far, 0 on a new site. */
export async function ensureSiteName(
  db: Db,
  { siteUrl }: Site,
  { now, lastArticle }: { now: Date; lastArticle: number },
): Promise<void> {
  const name: SiteName = {
    authority: authorityOf(siteUrl) ?? `${randomHex(8)}.invalid`,
    date: dayOf(now),
    ...(lastArticle > 0 && { earlier: { siteUrl, lastArticle } }),
  };
  await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(name), updatedAt: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Where the first start could not save a name, the one that it would have got on that day. */
export async function getSiteName(db: Db, { siteUrl }: Site, now: Date): Promise<SiteName> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  if (row) return JSON.parse(row.value) as SiteName;
  return { authority: new URL(siteUrl).hostname, date: dayOf(now) };
}

/** An RFC 4151 URI, such as `tag:society.example,2026-11-21:articles/7`. */
export function tagUri({ authority, date }: SiteName, specific: string): string {
  return `tag:${authority},${date}:${specific}`;
}

/** Null for `localhost` and bare addresses of machines: many sites begin there, and two of them would share their ids. */
function authorityOf(siteUrl: string): string | null {
  const { hostname } = new URL(siteUrl);
  return hostname.includes('.') && isIP(hostname) === 0 ? hostname : null;
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
