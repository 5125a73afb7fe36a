/**
 * The site's permanent name, fixed at its first start. Ids in feeds and calendars use it, so that a new domain does not make every
 * entry look new.
 */
import { isIP } from 'node:net';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import { randomHex } from '#platform/tokens.ts';
import { putFirstSetting, readSetting } from './settings.server.ts';

export type SiteName = { authority: string; date: string };

type Site = Pick<Config, 'siteUrl'>;

const key = 'site.name';

/** Does nothing when the site has a name. */
export async function ensureSiteName(db: Db, { siteUrl }: Site, now: Date): Promise<void> {
  const name: SiteName = { authority: authorityOf(siteUrl) ?? `${randomHex(8)}.invalid`, date: dayOf(now) };
  await putFirstSetting(db, key, name, now);
}

/** Returns a provisional name while none could be saved. */
export async function getSiteName(db: Db, { siteUrl }: Site, now: Date): Promise<SiteName> {
  return (await readSetting(db, key)) ?? { authority: new URL(siteUrl).hostname, date: dayOf(now) };
}

/** An RFC 4151 URI, such as `tag:society.example,2026-11-21:articles/7`. */
export function tagUri({ authority, date }: SiteName, specific: string): string {
  return `tag:${authority},${date}:${specific}`;
}

/** Null for `localhost` and IP addresses: many sites begin there, and would share their ids. */
function authorityOf(siteUrl: string): string | null {
  const { hostname } = new URL(siteUrl);
  return hostname.includes('.') && isIP(hostname) === 0 ? hostname : null;
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
