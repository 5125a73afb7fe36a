/** Pictures that every mail program shows: Outlook reads neither WebP nor AVIF. */
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { decodeImage } from '#platform/images/decode-image.ts';
import { cacheControls, NameTaken, variantPath } from '#platform/storage/store.ts';
import { extensions, pathOf, readVariants, type StoredVariant } from './pictures.server.ts';
import { pictureName } from './references.server.ts';

/** `url` is a JPEG, or a PNG with transparency. `width` and `height` are the original's. */
export type MailPicture = { url: string; width: number; height: number };

/** By address. Addresses of other sites, and pictures without a file for mails, are missing. */
export async function mailPicturesFor(db: Db, urls: string[]): Promise<Map<string, MailPicture>> {
  const found = new Map<string, MailPicture>();
  for (const { url, width, height, variants } of await readRows(db, urls)) {
    const forMail = readVariants(variants).find(isForMail);
    if (forMail) found.set(url, { url: forMail.url, width, height });
  }
  return found;
}

/**
 * As above, but first makes the missing files: old pictures have none.
 * @throws Unavailable when the store does not answer, TooMany when many pictures wait already
 */
export async function makeMailPictures(
  { db, store }: Pick<AppContext, 'db' | 'store'>,
  urls: string[],
): Promise<Map<string, MailPicture>> {
  for (const { id, url, variants } of await readRows(db, urls)) {
    if (readVariants(variants).some(isForMail)) continue;
    const file = await store.get(pathOf(url));
    const made = file && (await encode(Buffer.from(await new Response(file.body).arrayBuffer())));
    if (!made) continue;
    const { type, width, bytes } = made;
    const place = variantPath(pathOf(url), width, extensions[type]);
    await store.put(place, bytes, { contentType: type, cacheControl: cacheControls.variant }).catch(ignoreNameTaken);
    await keep(db, id, { url: store.publicUrl(place), type, width });
  }
  return mailPicturesFor(db, urls);
}

async function readRows(db: Db, urls: string[]) {
  // An article may have thousands of pictures of other sites.
  const own = [...new Set(urls)].filter((url) => pictureName.test(url));
  if (own.length === 0) return [];
  return db
    .selectFrom('uploads')
    .select(['id', 'url', 'width', 'height', 'variants'])
    .where('url', 'in', own)
    .execute();
}

function isForMail({ type }: StoredVariant): boolean {
  return type === 'image/jpeg' || type === 'image/png';
}

/** Null for a file that is no picture: mails use it as it is. */
async function encode(bytes: Buffer) {
  try {
    return (await decodeImage(bytes, 'mail')).forMail;
  } catch (error) {
    if (error instanceof Invalid) return null;
    throw error;
  }
}

/** Another process, or an interrupted attempt, may have stored the file. */
function ignoreNameTaken(error: unknown): void {
  if (!(error instanceof NameTaken)) throw error;
}

async function keep(db: Db, id: number, variant: StoredVariant): Promise<void> {
  await transact(db, async (trx) => {
    const row = await trx.selectFrom('uploads').select('variants').where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) return;
    const others = readVariants(row.variants).filter(({ url }) => url !== variant.url);
    await trx
      .updateTable('uploads')
      .set({ variants: JSON.stringify([...others, variant]) })
      .where('id', '=', id)
      .execute();
  });
}
