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
  const until = clock.now().getTime() + longestMs;
  const batch: Rendered[] = [];
  while (batch.length < mostAtOnce && clock.now().getTime() <= until) {
    const old = await db
      .selectFrom('articles')
      .select(['id', 'version', 'content'])
      .where('rendered', 'is', null)
      .where('id', '>', batch.at(-1)?.id ?? 0)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!old) break;
    const content = withPicturesOutOfHeadings(old.content);
    batch.push({ ...old, content, rendered: await renderContent(context, content) });
  }
  if (batch.length > 0) await transact(db, (trx) => write(trx, batch));
}

type Rendered = { id: number; version: number; content: string; rendered: string };

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
