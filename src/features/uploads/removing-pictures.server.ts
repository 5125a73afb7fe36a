/** Removes the pictures of permanently deleted items: marks them in the transaction, removes the files afterwards. */
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
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

/** The keys of its files in the store. */
export function storePathsOf({ url, variants }: { url: string; variants: string }): string[] {
  return [url, ...parseVariants(variants).map((variant) => variant.url)].map(storePathOf);
}
