/** Pictures that go with what was deleted forever: noted in its transaction, their files removed at once or as soon as may be. */
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { pathOf } from './pictures.server.ts';
import { pictureNames, stillMentioned } from './references.server.ts';

/** Of the pictures in `texts`, notes those for removal that nothing mentions any more. */
export async function forgetPictures(trx: Db, texts: string[], now: Date): Promise<void> {
  const names = pictureNames(texts);
  if (names.length === 0) return;
  const mentioned = await stillMentioned(trx, names);
  for (const name of names.filter((one) => !mentioned.has(one)))
    await trx
      .updateTable('uploads')
      .set({ removedAt: now.toISOString() })
      .where('url', 'like', `%/${name}.%`)
      .execute();
}

/**
 * Removes the files of noted pictures, the original first: whoever has only that address has nothing. The row goes last, so
 * that a removal that is cut off begins anew.
 */
export async function removeExpired({ db, store }: Pick<AppContext, 'db' | 'store'>): Promise<void> {
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'url', 'variants'])
    .where('removedAt', 'is not', null)
    .execute();
  for (const row of rows) {
    for (const path of pathsOf(row)) await store.remove(path);
    await db.deleteFrom('uploads').where('id', '=', row.id).execute();
  }
}

/** Where its files are in the store. */
export function pathsOf({ url, variants }: { url: string; variants: string }): string[] {
  const others = (JSON.parse(variants) as { url: string }[]).map((variant) => variant.url);
  return [url, ...others].map(pathOf);
}
