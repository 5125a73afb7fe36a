/** Finds removed pictures of this site, so that nothing is published with a broken picture. */
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { pictureName, pictureNameIn } from '#shared/item-picture.ts';
import { pictureMessages } from '#shared/picture-upload.ts';

type Site = Pick<AppContext, 'config' | 'store'>;

const ownPath = new RegExp(`^[a-z_-]+/${pictureName.source}(\\.w\\d+)?\\.[a-z]+$`);

/** The addresses that point to this site's store, but to no picture there. */
export async function findMissingPictures(db: Db, site: Site, urls: string[]): Promise<string[]> {
  const own = [...new Set(urls)].filter((url) => isOwn(site, url));
  if (own.length === 0) return [];
  const rows = await storedQuery(db).where('url', 'in', own).execute();
  const found = new Set(rows.map(({ url }) => url));
  const missing: string[] = [];
  for (const url of own) if (!found.has(url) && !(await findUrlByName(db, url))) missing.push(url);
  return missing;
}

export type Pictured = { imageUrl?: string | null | undefined; content?: string };

/**
 * For content that visitors will see.
 * @throws Invalid that names the first missing picture, at its field
 */
export async function refuseMissingPictures(db: Db, site: Site, { imageUrl, content = '' }: Pictured): Promise<void> {
  const inText = ownPictureAltsByUrl(content);
  const missing = await findMissingPictures(db, site, [...inText.keys(), imageUrl ?? '']);
  const [first] = missing;
  if (first === undefined) return;
  const message = pictureMessages.gone(inText.get(first) || (first.split('/').at(-1) ?? first));
  throw new Invalid(message, { [inText.has(first) ? 'content' : 'imageUrl']: message });
}

/** Each address with the name of one of our pictures, with its alt text; `html` comes from the sanitiser. */
export function ownPictureAltsByUrl(html: string): Map<string, string> {
  // A text may have 20,000 pictures of other sites.
  if (!pictureName.test(html)) return new Map();
  const tags = new Set(html.match(/<img\b[^<>]*>/gi)?.filter((tag) => pictureName.test(tag)));
  const value = (tag: string, attribute: RegExp) => (attribute.exec(tag)?.[1] ?? '').replaceAll('&amp;', '&');
  return new Map(Array.from(tags, (tag) => [value(tag, /\ssrc="([^"]*)"/i), value(tag, /\salt="([^"]*)"/i)]));
}

function isOwn({ config, store }: Site, url: string): boolean {
  const bases = ['/uploads/', 'uploads/', `${config.siteUrl}/uploads/`, store.publicUrl('')];
  return bases.some((base) => url.startsWith(base) && ownPath.test(url.slice(base.length)));
}

/** Of a picture by another address: a variant's, an absolute one, or one from before the store was moved. */
export async function findUrlByName(db: Db, url: string): Promise<string | null> {
  const name = pictureNameIn(url);
  if (name === '') return null;
  return (await storedQuery(db).where('url', 'like', `%/${name}.%`).executeTakeFirst())?.url ?? null;
}

/** A picture with `removedAt` counts as removed, although its files may still wait for the store. */
function storedQuery(db: Db) {
  return db.selectFrom('uploads').select('url').where('removedAt', 'is', null);
}
