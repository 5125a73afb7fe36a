/** Colours the code of articles that were not saved since the site does so, or were put into the database by hand. */
import type { Db } from '#platform/db/db.ts';
import { highlight } from './content.server.ts';

const mostAtOnce = 100;

export async function highlightOld(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('articles')
    .select(['id', 'version'])
    .where('highlighted', 'is', null)
    .limit(mostAtOnce)
    .execute();
  for (const { id, version } of rows) {
    const article = await db.selectFrom('articles').select('content').where('id', '=', id).executeTakeFirst();
    const highlighted = await highlight(article?.content ?? '');
    // What was saved meanwhile has its own.
    await db
      .updateTable('articles')
      .set({ highlighted })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('highlighted', 'is', null)
      .execute();
  }
}
