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
  'remembered_addresses',
  'secrets',
  'erasing_clock',
  'health_alerts',
  'sessions',
  'subscribers',
  'throttles',
  'uploads',
  // Copies of other columns.
  'article_search',
  'event_search',
  'search_queue',
];

/** The start of every file name in the store: milliseconds and 64 random bits, as `storePicture` makes it. */
export const pictureName = /\b\d{13}-[0-9a-f]{16}\b/;

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
  for (const place of await placesOfPictures(db))
    for (const name of pictureNamesIn(await listTextsContaining(db, place, names))) found.add(name);
  return found;
}

async function placesOfPictures(db: Db): Promise<TextColumn[]> {
  return (await listTextColumns(db)).filter(({ table }) => !withoutPictures.includes(table));
}
