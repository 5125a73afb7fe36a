/** What visitors get of a text with pictures of other sites: the copies, or links where there is none. */
import type { Db } from '#platform/db/db.ts';
import { escapeHtml } from '#shared/mail-layout.ts';
import { findUrlByName } from '../missing-pictures.server.ts';
import { findCopies, findPictureInfos } from '../pictures.server.ts';
import { mostInOne } from './copying-pictures.server.ts';
import { addressesInHtml, sourceOf } from './picture-addresses.ts';

/** `html` comes from the sanitiser: attributes in double quotes, no bare angle brackets. */
export async function withCopies(db: Db, html: string): Promise<string> {
  const addresses = new Set(addressesInHtml(html));
  if (addresses.size === 0) return html;
  const shown = await findShown(db, [...addresses].slice(0, mostInOne));
  let isInLink = false;
  return html.replace(/<(\/?a|img)\b[^<>]*>/gi, (tag, name: string) => {
    if (name !== 'img') isInLink = name !== '/a';
    const address = name === 'img' ? sourceOf(tag) : null;
    if (!address || !addresses.has(address)) return tag;
    const url = shown.get(address);
    return url === undefined
      ? linkInstead(address, tag, isInLink)
      : tag.replace(/\ssrc="[^"]*"/i, () => ` src="${escapeHtml(url)}"`);
  });
}

/** By the address in the text. The pictures of this site may have another address there, such as that of a variant. */
async function findShown(db: Db, addresses: string[]): Promise<Map<string, string>> {
  const shown = await findCopies(db, addresses);
  const own = await findPictureInfos(
    db,
    addresses.filter((address) => !shown.has(address)),
  );
  for (const address of addresses) {
    const isOwn = !shown.has(address) && (own.has(address) || (await findUrlByName(db, address)));
    if (isOwn) shown.set(address, address);
  }
  return shown;
}

/** The alt text is escaped in the tag already. */
function linkInstead(address: string, tag: string, isInLink: boolean): string {
  const alt = /\salt="([^"]*)"/i.exec(tag)?.[1]?.trim();
  const words = alt || `Picture on ${escapeHtml(URL.canParse(address) ? new URL(address).hostname : 'another site')}`;
  return isInLink ? words : `<a rel="noopener noreferrer" target="_blank" href="${escapeHtml(address)}">${words}</a>`;
}
