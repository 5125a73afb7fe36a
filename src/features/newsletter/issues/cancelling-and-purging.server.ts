/**
 * Cancels the newsletter of an article that is deleted or unpublished: no one else gets it. With the article, its deliveries are
 * deleted too.
 */
import { unpublishedReason } from '#features/newsletter/content/issue-texts.server.ts';
import { subscriberIdRanges } from '#features/newsletter/delivery/queue/audience.server.ts';
import { skipQueuedDeliveries } from '#features/newsletter/delivery/queue/enqueue-deliveries.server.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import type { Db } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';

/**
 * Stops what is queued, in the transaction that deletes the article or makes it a draft. Sending again later reaches
 * those who were skipped (A2).
 */
export async function cancelOnUnpublish(trx: Db, articleId: number): Promise<void> {
  const article = await trx
    .selectFrom('articles')
    .select(['isPublished', 'deletedAt'])
    .where('id', '=', articleId)
    .executeTakeFirst();
  for (const { id } of await trx.selectFrom('issues').select('id').where('articleId', '=', articleId).execute())
    await skipQueuedDeliveries(trx, id, article ? unpublishedReason(article) : null);
}

/**
 * Removes the article's issues and deliveries, so that it can be deleted permanently.
 * @throws Conflict while a mail is being sent: its outcome needs its row
 */
export async function purgeIssuesOfArticle(trx: Db, articleId: number): Promise<void> {
  await cancelOnUnpublish(trx, articleId);
  for await (const { from, to } of subscriberIdRanges(trx)) {
    const mails = trx.deleteFrom('mails').where('articleId', '=', articleId).where('state', '!=', 'sending');
    await mails.where('subscriberId', '>=', from).where('subscriberId', '<=', to).execute();
  }
  const left = trx.selectFrom('mails').select('id').where('articleId', '=', articleId);
  if (await left.limit(1).executeTakeFirst()) throw new Conflict(newsletterAnswers.stillUnderWay);
  await trx.deleteFrom('issues').where('articleId', '=', articleId).execute();
}
