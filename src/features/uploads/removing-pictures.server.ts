/** Removes the pictures of permanently deleted items: marks them in the transaction, removes the files afterwards. */
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import type { Store } from '#platform/storage/store.ts';
import { pluralise } from '#shared/text.ts';
import { findStillMentioned, pictureNamesIn } from './mentioned-pictures.server.ts';
import { parseVariants, storePathOf } from './pictures.server.ts';

/** Marks the pictures in `texts` that are no longer mentioned anywhere. Copies of those on other sites are the sweep's. */
export async function markUnmentionedPictures(trx: Db, texts: string[], now: Date): Promise<void> {
  const names = pictureNamesIn(texts);
  if (names.length === 0) return;
  const mentioned = await findStillMentioned(trx, names);
  for (const name of names.filter((one) => !mentioned.has(one)))
    await trx
      .updateTable('uploads')
      .set({ removedAt: now.toISOString() })
      .where('url', 'like', `%/${name}.%`)
      .execute();
}

/**
 * Removes the files of marked pictures, the original first, because its address is the known one. Deletes the row last, so
 * that an interrupted removal starts again.
 */
export async function removeMarkedPictures({ db, store }: Pick<AppContext, 'db' | 'store'>): Promise<void> {
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'url', 'variants'])
    .where('removedAt', 'is not', null)
    .execute();
  for (const row of rows) {
    for (const path of storePathsOf(row)) await store.remove(path);
    await db.deleteFrom('uploads').where('id', '=', row.id).execute();
  }
}

/** The addresses of the pictures of which the store has not every file, and how many pictures there are. */
export async function findLostPictures(db: Db, store: Store): Promise<{ all: number; lost: string[] }> {
  const rows = await db
    .selectFrom('uploads')
    .select(['url', 'variants'])
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute();
  const wanted = new Map(rows.flatMap((row) => storePathsOf(row).map((path) => [path, row.url])));
  if (wanted.size > 0) for await (const { path } of store.list()) wanted.delete(path);
  return { all: rows.length, lost: [...new Set(wanted.values())] };
}

/** '2 of 9 pictures are missing in the backup: /uploads/articles/1-a.jpg and …'; null where none is. */
export function lostPicturesSentence({ all, lost }: { all: number; lost: string[] }, place: string): string | null {
  if (lost.length === 0) return null;
  const names = lost.length > 3 ? [...lost.slice(0, 3), '…'] : lost;
  return `${lost.length} of ${pluralise(all, 'picture')} ${lost.length === 1 ? 'is' : 'are'} missing in ${place}: ${names.join(', ')}`;
}

/** The keys of its files in the store. */
export function storePathsOf({ url, variants }: { url: string; variants: string }): string[] {
  return [url, ...parseVariants(variants).map((variant) => variant.url)].map(storePathOf);
}
