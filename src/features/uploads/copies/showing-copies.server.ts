/** What visitors get of a text with pictures of other sites: the copies, or links where there is none. */
import type { Db } from '#platform/db/db.ts';
import type { PictureInfo } from '#shared/item-picture.ts';
import { escapeHtml } from '#shared/mail/mail-layout.ts';
import { findUrlByName } from '../missing-pictures.server.ts';
import { findCopies, findPictureInfos } from '../pictures.server.ts';
import { mostInOne } from './copying-pictures.server.ts';
import { addressesInHtml, sourceOf } from './picture-addresses.ts';

/**
 * Call it when the text is read: a copy may come at any time. `html` comes from the sanitiser: attributes in double quotes, no bare
 * angle brackets. `sized` turns the tag of a copy into markup with its sizes.
 */
export async function withCopies(
  db: Db,
  html: string,
  sized: (tag: string, info: PictureInfo) => string = (tag) => tag,
): Promise<string> {
  const addresses = new Set(addressesInHtml(html));
  if (addresses.size === 0) return html;
  const wanted = [...addresses].slice(0, mostInOne);
  const pictures = await findPictureInfos(db, wanted);
  const shown = await findCopies(db, wanted);
  // A picture of this site may have another address in the text, such as that of a variant.
  for (const address of wanted)
    if (!shown.has(address) && (pictures.has(address) || (await findUrlByName(db, address))))
      shown.set(address, address);
  let isInLink = false;
  return html.replace(/<(\/?a|img)\b[^<>]*>/gi, (tag, name: string) => {
    if (name !== 'img') isInLink = name !== '/a';
    const address = name === 'img' ? sourceOf(tag) : null;
    if (!address || !addresses.has(address)) return tag;
    const url = shown.get(address);
    if (url === undefined) return linkInstead(address, tag, isInLink);
    if (url === address) return tag;
    const copy = tag.replace(/\ssrc="[^"]*"/i, () => ` src="${escapeHtml(url)}"`);
    const info = pictures.get(address);
    return info ? sized(copy, info) : copy;
  });
}

/** The alt text is escaped in the tag already. */
function linkInstead(address: string, tag: string, isInLink: boolean): string {
  const alt = /\salt="([^"]*)"/i.exec(tag)?.[1]?.trim();
  const words = alt || `Picture on ${escapeHtml(URL.canParse(address) ? new URL(address).hostname : 'another site')}`;
  return isInLink ? words : `<a rel="noopener noreferrer" target="_blank" href="${escapeHtml(address)}">${words}</a>`;
}
