/** Checks that the pages of a restored backup are those of the site, and that they can be shown. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createApi } from '#app/api.ts';
import { loadBuiltPages } from '#app/built-pages.ts';
import { createApp } from '#app/server.ts';
import { BackupRefused } from '#features/backup/backup.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';

const dist = resolve(import.meta.dirname, '../../../dist');

const mostPages = 20;

/** Checks that each item can be shown, and equals the site's unless it was saved since the backup. */
export async function checkRestoredItems(copy: AppContext, site: AppContext): Promise<void> {
  const api = createApi(copy);
  const pages = await pagesOf(copy);
  for (const item of await someItems(copy.db)) {
    const path = `/${item.table}/${item.id}`;
    const [ours, theirs] = [await savedRow(copy.db, item), await savedRow(site.db, item)];
    const isChanged = ours?.version !== theirs?.version || ours?.updatedAt !== theirs?.updatedAt;
    if (!isChanged && JSON.stringify(ours) !== JSON.stringify(theirs))
      throw new BackupRefused(`The page ${path} of the restored backup is not the page of the site.`);
    const answers = [await api.request(`/api/v1${path}`), await pages?.request(path)];
    if (answers.some((answer) => answer && answer.status !== 200))
      throw new BackupRefused(`The page ${path} of the restored backup cannot be shown.`);
  }
  if (pages && (await pages.request('/')).status !== 200)
    throw new BackupRefused('The first page of the restored backup cannot be shown.');
}

type Item = { table: 'articles' | 'events'; id: number };

/** The newest that visitors can read. */
async function someItems(db: Db): Promise<Item[]> {
  const articles = await db
    .selectFrom('articles')
    .select('id')
    .where('isPublished', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(mostPages / 2)
    .execute();
  const events = await db
    .selectFrom('events')
    .select('id')
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(mostPages - articles.length)
    .execute();
  return [
    ...articles.map(({ id }): Item => ({ table: 'articles', id })),
    ...events.map(({ id }): Item => ({ table: 'events', id })),
  ];
}

/** Columns the site derives, and may recompute without a save: after an upgrade or a change of time zone. */
const derived = ['rendered', 'words', 'contentText', 'startsAt', 'endsAt', 'moves', 'updatedBy'];

/** The row without derived columns; undefined when it was deleted permanently. */
async function savedRow(db: Db, { table, id }: Item): Promise<Record<string, unknown> | undefined> {
  const row = await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const saved = Object.entries(row).filter(([name]) => !derived.includes(name));
  return Object.fromEntries(saved.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Null when the pages are not built, as in development. */
async function pagesOf(context: AppContext) {
  if (!existsSync(join(dist, 'build.json'))) return null;
  const pages = await loadBuiltPages(dist);
  return createApp(context, {
    pages,
    filesFolder: join(dist, 'client'),
    health: { isStopping: false, isWorkerReady: true },
  });
}
