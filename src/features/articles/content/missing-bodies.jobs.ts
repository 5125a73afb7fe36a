/** Cleans and renders articles that no save has rendered: those of older versions, and rows inserted by hand. */
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { renderContent } from './content.server.ts';
import { withPicturesOutOfHeadings } from './heading-pictures.ts';

const mostAtOnce = 100;
const longestMs = 1_000;

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/**
 * Renders one batch, of about a second at most. Writes it in one transaction, because each write invalidates all cached pages.
 * Changes no version and no date of an article.
 */
export async function renderMissingBodies(context: Context): Promise<void> {
  const { db, clock } = context;
  const old = await db
    .selectFrom('articles')
    .select('id')
    .where('rendered', 'is', null)
    .orderBy('id')
    .limit(mostAtOnce)
    .execute();
  const until = clock.now().getTime() + longestMs;
  const batch: Rendered[] = [];
  for (const { id } of old) {
    batch.push(...(await renderOne(context, id)));
    if (clock.now().getTime() > until) break;
  }
  if (batch.length > 0) await transact(db, (trx) => write(trx, batch));
}

type Rendered = { id: number; version: number; content: string; rendered: string };

async function renderOne(context: Context, id: number): Promise<Rendered[]> {
  const article = await context.db
    .selectFrom('articles')
    .select(['version', 'content'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!article) return [];
  const content = withPicturesOutOfHeadings(article.content);
  return [{ id, version: article.version, content, rendered: await renderContent(context, content) }];
}

/** Skips an article that was saved in the meantime: the save has rendered it. */
async function write(trx: AppContext['db'], batch: Rendered[]): Promise<void> {
  for (const { id, version, content, rendered } of batch)
    await trx
      .updateTable('articles')
      .set({ content, rendered })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('rendered', 'is', null)
      .execute();
}
