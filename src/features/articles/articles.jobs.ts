/** Colours the code of articles that were not saved since the site does so, or were put into the database by hand. */
import type { Db } from '#platform/db/db.ts';
import { highlight } from './content/content.server.ts';

const mostAtOnce = 10;

export async function highlightOld(db: Db): Promise<void> {
  for (let count = mostAtOnce; count === mostAtOnce; ) {
    const rows = await db
      .selectFrom('articles')
      .select(['id', 'version', 'content'])
      .where('highlighted', 'is', null)
      .orderBy('id')
      .limit(mostAtOnce)
      .execute();
    for (const row of rows) await highlightOne(db, row);
    count = rows.length;
  }
}

type Old = { id: number; version: number; content: string };

/** What was saved meanwhile has its own colours. */
async function highlightOne(db: Db, { id, version, content }: Old): Promise<void> {
  await db
    .updateTable('articles')
    .set({ highlighted: await highlight(content) })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('highlighted', 'is', null)
    .execute();
}
