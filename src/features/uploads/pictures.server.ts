/** Storing pictures (checked, re-encoded, with a row that holds their sizes) and looking them up. */
import type { Insertable } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { DecodedImage, Effort } from '#platform/images/convert-image.ts';
import { decodeImage } from '#platform/images/decode-image.ts';
import { contentTypeOf, NameTaken, variantPath } from '#platform/storage/store.ts';
import { randomHex } from '#platform/tokens.ts';
import { isElsewhere, type PictureInfo, type PictureVariant } from '#shared/item-picture.ts';

/** Never stale: a stored picture never changes. */
const known = new WeakMap<Db, LRUCache<string, PictureInfo>>();

/** By address, for pictures of this site and those of other sites that have a copy here. */
export async function findPictureInfos(db: Db, urls: (string | null)[]): Promise<Map<string, PictureInfo>> {
  const given = [...new Set(urls)].filter((url) => url !== null && url !== '') as string[];
  const found = await findStoredPictures(db, given);
  const others = given.filter((url) => isElsewhere(url) && !found.has(url));
  if (others.length === 0) return found;
  const copies = await findCopies(db, others);
  const stored = await findStoredPictures(db, [...copies.values()]);
  for (const [address, url] of copies) {
    const info = stored.get(url);
    if (info) found.set(address, { ...info, url });
  }
  return found;
}

/** The copies of pictures on other sites, by the address in the text. */
export async function findCopies(db: Db, addresses: string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const known = db.selectFrom('pictureCopies').select(['address', 'url']).where('address', 'in', addresses);
  const copies = await known.where('url', 'is not', null).execute();
  return new Map(copies.map(({ address, url }) => [address, url as string]));
}

async function findStoredPictures(db: Db, given: string[]): Promise<Map<string, PictureInfo>> {
  let memory = known.get(db);
  if (!memory) known.set(db, (memory = new LRUCache({ max: 1000 })));
  const missing = given.filter((url) => !memory.has(url));
  for (const [url, info] of await readPictures(db, missing)) memory.set(url, info);
  return new Map(
    given.flatMap((url) => {
      const info = memory.get(url);
      return info ? [[url, info] as const] : [];
    }),
  );
}

async function readPictures(db: Db, urls: string[]): Promise<[string, PictureInfo][]> {
  if (urls.length === 0) return [];
  const rows = await db
    .selectFrom('uploads')
    .select(['url', 'width', 'height', 'color', 'variants'])
    .where('url', 'in', urls)
    .execute();
  return rows.map(({ url, variants, ...info }) => [
    url,
    { ...info, variants: parseVariants(variants).filter(isForPages) },
  ]);
}

/** The row also holds the variant for mails. */
export type StoredVariant = PictureVariant | { url: string; type: 'image/jpeg' | 'image/png'; width: number };

export function parseVariants(json: string): StoredVariant[] {
  return JSON.parse(json) as StoredVariant[];
}

function isForPages(variant: StoredVariant): variant is PictureVariant {
  return variant.type === 'image/avif' || variant.type === 'image/webp';
}

type NewPicture = {
  purpose: string;
  bytes: Buffer;
  fileName: string;
  administratorId: number | null;
  effort?: Effort;
};

/**
 * Stores the picture and its variants. `path` is its key in the store, `imageUrl` its public address.
 * @throws Invalid when the bytes are not a picture, whatever the name says
 */
export async function storePicture(
  context: AppContext,
  { purpose, bytes, fileName, administratorId, effort = 'thorough' }: NewPicture,
): Promise<{ imageUrl: string; path: string }> {
  const picture = await decodeImage(bytes, effort);
  const now = context.clock.now();
  const path = `${purpose}/${now.getTime()}-${randomHex(8)}.${extensionFor(fileName, picture)}`;
  const imageUrl = context.store.publicUrl(path);
  const { width, height, color, original } = picture;
  await storeFilesWithRow(context, imageUrl, async (put) => ({
    url: imageUrl,
    purpose,
    width,
    height,
    color,
    bytes: original.bytes.length,
    administratorId,
    variants: JSON.stringify(await putFiles(context, path, picture, put)),
    createdAt: now.toISOString(),
    fileName: fileName.slice(0, 200) || null,
  }));
  return { imageUrl, path };
}

type Put = AppContext['store']['put'];

/** Stores files, then their row: both or none, except for strays that the next sweep removes. */
export async function storeFilesWithRow(
  { db, store }: AppContext,
  url: string,
  files: (put: Put) => Promise<Insertable<Tables['uploads']>>,
): Promise<void> {
  const stored: string[] = [];
  let mayHaveRow = false;
  try {
    const row = await files(async (path, bytes) => {
      stored.push(path);
      await store.put(path, bytes);
    });
    mayHaveRow = true;
    await db.insertInto('uploads').values(row).execute();
  } catch (error) {
    // The file with the taken name belongs to another upload.
    if (error instanceof NameTaken) stored.pop();
    // A lost connection may have written the row. Either the row goes with its files, or both stay for the sweep.
    const isWithout = !mayHaveRow || (await removeRow(db, url));
    if (isWithout) for (const path of stored) await store.remove(path).catch(() => {});
    throw error;
  }
}

async function removeRow(db: Db, url: string): Promise<boolean> {
  const removal = db.deleteFrom('uploads').where('url', '=', url).execute();
  return removal.then(
    () => true,
    () => false,
  );
}

/** The name's own extension where it fits the content, else the content's. */
function extensionFor(fileName: string, { original }: DecodedImage): string {
  const given = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? 'jpg';
  return contentTypeOf(`.${given}`) === original.contentType ? given : original.extension;
}

/** Stores the original last, so that its variants exist when it does. Returns the variants. */
async function putFiles(
  { store }: AppContext,
  path: string,
  picture: DecodedImage,
  put: Put,
): Promise<StoredVariant[]> {
  const variants: StoredVariant[] = [];
  for (const { type, width, bytes } of [...picture.variants, picture.forMail]) {
    const place = variantPath(path, width, extensions[type]);
    await put(place, bytes);
    variants.push({ url: store.publicUrl(place), type, width } as StoredVariant);
  }
  await put(path, picture.original.bytes);
  return variants;
}

const extensions = { 'image/avif': 'avif', 'image/webp': 'webp', 'image/jpeg': 'jpg', 'image/png': 'png' };

/** The last two parts of an address are the key in the store, whatever the site's address was. */
export function storePathOf(address: string): string {
  return address.split('/').slice(-2).join('/');
}
