/** Who would get an article's newsletter if it were sent now. */
import { getArticle } from '#features/articles/articles.server.ts';
import type { Db } from '#platform/db/db.ts';
import type { Audience } from './newsletter.schema.ts';

/**
 * Without an article everybody who is confirmed.
 * @throws NotFound when there is no such article
 */
export async function getAudience(db: Db, articleId: number | null): Promise<Audience> {
  if (articleId !== null) await getArticle(db, articleId, 'administrators');
  const { audience, alreadySent, underWay } = await countAudience(db, articleId ?? 0);
  const served = alreadySent + underWay;
  return { audience, alreadySent: served, toSend: audience - served };
}

/** All confirmed subscribers, and how many of them have (perhaps) had the article or are about to. */
export async function countAudience(db: Db, articleId: number) {
  const rows = await db
    .selectFrom('subscribers')
    .leftJoin('deliveries', (join) =>
      join.onRef('deliveries.subscriberId', '=', 'subscribers.id').on('deliveries.articleId', '=', articleId),
    )
    .select(({ fn }) => ['deliveries.state', fn.countAll<number>().as('count')])
    .where('subscribers.state', '=', 'confirmed')
    .groupBy('deliveries.state')
    .execute();
  const count = (isCounted: (state: string | null) => boolean) =>
    rows.filter(({ state }) => isCounted(state)).reduce((sum, row) => sum + Number(row.count), 0);
  return {
    audience: count(() => true),
    alreadySent: count((state) => state === 'sent' || state === 'unknown'),
    underWay: count((state) => state === 'queued' || state === 'sending' || state === 'retry'),
  };
}
