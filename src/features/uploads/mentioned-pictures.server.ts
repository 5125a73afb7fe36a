/**
 * Finds the pictures that the database mentions: in an item, the bin, a revision, a setting, a newsletter. It searches new
 * tables by default, so that no picture is lost because someone forgot this file.
 */
import type { Db } from '#platform/db/db.ts';
import {
  findInTexts,
  listTextColumns,
  listTextsContaining,
  type TextColumn,
} from '#platform/db/find-in-text-columns.ts';
import { pictureName } from '#shared/item-picture.ts';
import { escapeHtml } from '#shared/mail/mail-layout.ts';

/** Tables whose texts never mention a picture. */
const withoutPictures = [
  'administrators',
  'audit',
  'backup_runs',
  'confirmations',
  'kinds',
  'mails',
  'migrations',
  'passkeys',
  'recovery_codes',
  'redirects',
  'remembered_addresses',
  'secrets',
  'erasing_clock',
  'health_alerts',
  'imports',
  'sessions',
  'subscribers',
  'throttles',
  'uploads',
  // Copies of other columns.
  'article_search',
  'event_search',
  'search_queue',
];

/** The names in all texts, without folder and extension. */
export async function listMentionedPictures(db: Db): Promise<Set<string>> {
  const names = new Set<string>();
  for (const place of await placesOfPictures(db))
    for await (const name of findInTexts(db, place, pictureName)) names.add(name);
  return names;
}

export function pictureNamesIn(texts: string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(new RegExp(pictureName, 'g')) ?? []))];
}

/** The given names that any text still mentions. For a few names the database searches faster than we read all texts. */
export async function findStillMentioned(db: Db, names: string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const place of await placesOfPictures(db, ['picture_copies']))
    for (const name of pictureNamesIn(await listTextsContaining(db, place, names))) found.add(name);
  // An address that names a picture of this site has no copy but that picture: what uses it is among the texts.
  const copies = await db.selectFrom('pictureCopies').select(['address', 'url']).where('url', 'is not', null).execute();
  for (const { address, url } of copies)
    for (const name of pictureNamesIn([url ?? ''])) if (!address.includes(name)) found.add(name);
  return found;
}

/** The given addresses of other sites that any text still mentions. */
export async function findMentionedAddresses(db: Db, addresses: string[]): Promise<Set<string>> {
  const found = new Set<string>();
  if (addresses.length === 0) return found;
  for (const place of await placesOfPictures(db, ['picture_copies']))
    for (const address of addresses)
      if (!found.has(address) && (await listTextsContaining(db, place, formsOf(address))).length > 0)
        found.add(address);
  return found;
}

/** As it stands alone, and in HTML: the sanitiser leaves an apostrophe. */
function formsOf(address: string): string[] {
  return [...new Set([address, escapeHtml(address).replaceAll('&#39;', "'")])];
}

async function placesOfPictures(db: Db, butNot: string[] = []): Promise<TextColumn[]> {
  return (await listTextColumns(db)).filter(({ table }) => ![...withoutPictures, ...butNot].includes(table));
}
