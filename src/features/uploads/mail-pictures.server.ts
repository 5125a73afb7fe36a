/** Pictures that every mail program shows: Outlook reads neither WebP nor AVIF. */
import type { Db } from '#platform/db/db.ts';
import { pictureName } from '#shared/item-picture.ts';
import { parseVariants } from './pictures.server.ts';

/** `url` is a JPEG, or a PNG with transparency. `width` and `height` are the original's. */
export type MailPicture = { url: string; width: number; height: number };

/** By address. Addresses of other sites are missing, and so are old pictures, which go out as they are. */
export async function findMailPictures(db: Db, urls: string[]): Promise<Map<string, MailPicture>> {
  // An article may have thousands of pictures of other sites.
  const own = [...new Set(urls)].filter((url) => pictureName.test(url));
  if (own.length === 0) return new Map();
  const stored = db.selectFrom('uploads').select(['url', 'width', 'height', 'variants']).where('url', 'in', own);
  const found = new Map<string, MailPicture>();
  for (const { url, width, height, variants } of await stored.execute()) {
    const forMail = parseVariants(variants).find(({ type }) => type === 'image/jpeg' || type === 'image/png');
    if (forMail) found.set(url, { url: forMail.url, width, height });
  }
  return found;
}
