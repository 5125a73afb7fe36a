/** Cleans rows that come from elsewhere, such as a restored backup. */
import type { Db } from '#platform/db/db.ts';
import { sanitiseWithText } from './sanitise.server.ts';

/** Cleans each body that contains a tag, as a save would, and renders it again. */
export async function cleanRestoredArticles(db: Db): Promise<void> {
  const rows = await db.selectFrom('articles').select('id').where('content', 'like', '%<%').execute();
  for (const { id } of rows) {
    // One at a time: together they may be larger than the memory.
    const { content } = await db
      .selectFrom('articles')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const clean = sanitiseWithText(content);
    if (clean.content !== content) await db.updateTable('articles').set(clean).where('id', '=', id).execute();
  }
  await db.updateTable('articles').set({ rendered: null }).where('rendered', 'is not', null).execute();
}
