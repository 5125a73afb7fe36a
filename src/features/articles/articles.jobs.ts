/** Renders articles that no save has rendered: those of older versions of the site, and those inserted into the database by hand. */
import type { AppContext } from '#platform/context.ts';
import { renderContent } from './content/content.server.ts';

const mostAtOnce = 10;

type Context = Pick<AppContext, 'db' | 'config'>;

/** Renders a batch at a time, so that it continues after an interruption. Changes no version and no date of an article. */
export async function renderOld(context: Context): Promise<void> {
  for (let count = mostAtOnce; count === mostAtOnce; ) {
    const rows = await context.db
      .selectFrom('articles')
      .select(['id', 'version', 'content'])
      .where('rendered', 'is', null)
      .orderBy('id')
      .limit(mostAtOnce)
      .execute();
    for (const row of rows) await renderOne(context, row);
    count = rows.length;
  }
}

type Old = { id: number; version: number; content: string };

/** Skips an article that was saved meanwhile: the save has rendered it. */
async function renderOne(context: Context, { id, version, content }: Old): Promise<void> {
  await context.db
    .updateTable('articles')
    .set({ rendered: await renderContent(context, content) })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('rendered', 'is', null)
    .execute();
}
