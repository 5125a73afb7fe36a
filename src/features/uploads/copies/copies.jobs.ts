/** Finds the pictures of other sites in what was saved by earlier versions or restored, and forgets copies that nothing mentions. */
import type { Db } from '#platform/db/db.ts';
import { findInTexts, listTextColumns, type TextColumn } from '#platform/db/find-in-text-columns.ts';
import { decodeEntities } from '#shared/html/entities.ts';
import { findMentionedAddresses } from '../mentioned-pictures.server.ts';
import { type CopyContext, mostInOne, noteAddresses } from './copying-pictures.server.ts';
import { pictureAddressesIn } from './picture-addresses.ts';

/** `copyDuePictures` fetches what this finds. */
export async function findPicturesToCopy(context: CopyContext): Promise<void> {
  const { db } = context;
  const settings = db.selectFrom('settings').select('value').where('key', 'like', 'default%Image');
  const defaults = (await settings.execute()).map(({ value }) => JSON.parse(value) as unknown);
  const shown = new Set(defaults.flatMap((imageUrl) => pictureAddressesIn({ imageUrl })));
  for (const place of await listTextColumns(db))
    for await (const found of shownIn(db, place)) for (const address of found) shown.add(address);
  const copies = db.selectFrom('pictureCopies').leftJoin('uploads', 'uploads.url', 'pictureCopies.url');
  const rows = await copies.select(['address', 'nextAttemptAt', 'createdAt']).execute();
  const known = new Set(rows.map(({ address }) => address));
  const added = [...shown].filter((address) => !known.has(address));
  for (let from = 0; from < added.length; from += mostInOne)
    await noteAddresses(context, added.slice(from, from + mostInOne));
  // The save that has noted a new one, or one still to be copied, may not have committed yet.
  const since = new Date(context.clock.now().getTime() - 60 * 60_000).toISOString();
  const isOld = ({ nextAttemptAt, createdAt }: (typeof rows)[number]) => !nextAttemptAt && (createdAt ?? '') < since;
  const old = rows.filter((row) => !shown.has(row.address) && isOld(row)).map(({ address }) => address);
  await forgetCopies(db, old);
}

/** Removes the rows of those that nothing mentions: their copies go with the next sweep. */
async function forgetCopies(db: Db, addresses: string[]): Promise<void> {
  const mentioned = await findMentionedAddresses(db, addresses);
  for (const address of addresses)
    if (!mentioned.has(address)) await db.deleteFrom('pictureCopies').where('address', '=', address).execute();
}

/** Also inside JSON. Greedy, as PostgreSQL's expressions are all greedy or all lazy. */
const inHtml = /<img\b[^<>]*\bsrc=\\?"https?:[^"\\<>]*|"imageUrl":"https?:[^"\\<>]*/;
const alone = /^"?https?:[^"<>\s]*/;

async function* shownIn(db: Db, { table, column }: TextColumn): AsyncGenerator<string[]> {
  const isAlone = column === 'image_url';
  const isText = ['content', 'posts', 'html'].includes(column) && table !== 'mails';
  if (!isAlone && !isText) return;
  for await (const found of findInTexts(db, { table, column }, isAlone ? alone : inHtml)) {
    const address = found.slice(found.lastIndexOf('"') + 1);
    yield pictureAddressesIn({ imageUrl: isAlone ? address : decodeEntities(address) });
  }
}
