/**
 * What becomes of a newsletter whose article is deleted or taken off the site: nobody is sent it any more, and with the
 * article its ledger goes too.
 */

import { never } from '#features/newsletter/delivery/ledger.server.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { slicesOfSubscribers } from '#features/newsletter/subscribers/slices.server.ts';
import type { Db } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';

export type Readable = { isPublished: boolean; deletedAt: string | null };

/** Why an article is not mailed now; null while visitors can read it. */
export function whyWithdrawn(article: Readable): string | null {
  if (article.deletedAt !== null) return newsletterAnswers.articleDeleted;
  return article.isPublished ? null : newsletterAnswers.articleOffline;
}

/**
 * Stops what is queued, in the transaction that deletes the article or makes it a draft. Sending again later reaches
 * those who were skipped (A2).
 */
export async function withdrawIssue(trx: Db, articleId: number): Promise<void> {
  const article = await trx
    .selectFrom('articles')
    .select(['isPublished', 'deletedAt'])
    .where('id', '=', articleId)
    .executeTakeFirst();
  await skipWaiting(trx, articleId, article ? whyWithdrawn(article) : null);
  await leaveDoubts(trx, articleId);
}

/** Nobody who is still to be sent the article, or this issue of it, will be; `why` is told to administrators. */
export async function skipWaiting(trx: Db, articleId: number, why: string | null, issueId?: number): Promise<void> {
  for await (const { from, to } of slicesOfSubscribers(trx))
    await trx
      .updateTable('deliveries')
      .set({ state: 'skipped', smtpCode: null, smtpAnswer: why })
      .where('articleId', '=', articleId)
      .where('subscriberId', '>=', from)
      .where('subscriberId', '<=', to)
      .$if(issueId !== undefined, (query) => query.where('issueId', '=', issueId as number))
      .where('state', 'in', ['queued', 'retry', 'kept'])
      .execute();
}

/** What may have arrived is not sent once more. */
export async function leaveDoubts(trx: Db, articleId: number, issueId?: number): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ nextAttemptAt: never })
    .where('articleId', '=', articleId)
    .$if(issueId !== undefined, (query) => query.where('issueId', '=', issueId as number))
    .where('state', '=', 'unknown')
    .execute();
}

/**
 * Removes its issues and who was sent them, so that the article can go for good.
 * @throws Conflict while a mail is under way: its outcome must find its row
 */
export async function forgetIssue(trx: Db, articleId: number): Promise<void> {
  await withdrawIssue(trx, articleId);
  for await (const { from, to } of slicesOfSubscribers(trx))
    await trx
      .deleteFrom('deliveries')
      .where('articleId', '=', articleId)
      .where('subscriberId', '>=', from)
      .where('subscriberId', '<=', to)
      .where('state', '!=', 'sending')
      .execute();
  const left = trx.selectFrom('deliveries').select('id').where('articleId', '=', articleId);
  if (await left.limit(1).executeTakeFirst()) throw new Conflict(newsletterAnswers.stillUnderWay);
  await trx.deleteFrom('issues').where('articleId', '=', articleId).execute();
}
