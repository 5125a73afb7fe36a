/**
 * Cancels the newsletter of an article that is deleted or unpublished: no one else gets it. With the article, its deliveries are
 * deleted too.
 */
import { unpublishedReason } from '#features/newsletter/content/issue-texts.server.ts';
import { subscriberIdRanges } from '#features/newsletter/delivery/queue/audience.server.ts';
import { isMailOfIssue, skipQueuedDeliveries } from '#features/newsletter/delivery/queue/enqueue-deliveries.server.ts';
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
  await skipQueuedDeliveries(trx, { articleId }, article ? unpublishedReason(article) : null);
}

/**
 * Removes the article's issues and deliveries, so that it can be deleted permanently.
 * @throws Conflict while a mail is being sent: its outcome needs its row
 */
export async function purgeIssuesOfArticle(trx: Db, articleId: number): Promise<void> {
  await cancelOnUnpublish(trx, articleId);
  for await (const range of subscriberIdRanges(trx))
    await trx.deleteFrom('mails').where(isMailOfIssue({ articleId }, range)).where('state', '!=', 'sending').execute();
  const left = trx.selectFrom('mails').select('id').where('articleId', '=', articleId);
  if (await left.limit(1).executeTakeFirst()) throw new Conflict(newsletterAnswers.stillUnderWay);
  await trx.deleteFrom('issues').where('articleId', '=', articleId).execute();
}
