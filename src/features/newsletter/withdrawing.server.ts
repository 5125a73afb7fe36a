/** What becomes of a newsletter whose article is deleted: nobody is sent it any more, and in the end its ledger goes too. */
import type { Db } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import { never } from './ledger.server.ts';
import { newsletterAnswers } from './newsletter.ts';

/** Stops what is queued, in the transaction of the deletion. Sending again later reaches those who were skipped (A2). */
export async function withdrawIssue(trx: Db, articleId: number): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ state: 'skipped', smtpCode: null, smtpAnswer: newsletterAnswers.articleDeleted })
    .where('articleId', '=', articleId)
    .where('state', 'in', ['queued', 'retry'])
    .execute();
  await leaveDoubts(trx, articleId);
}

/** What may have arrived is not sent once more. */
export async function leaveDoubts(trx: Db, articleId: number): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ nextAttemptAt: never })
    .where('articleId', '=', articleId)
    .where('state', '=', 'unknown')
    .execute();
}

/**
 * Removes the issue and who was sent it, so that the article can go for good.
 * @throws Conflict while a mail is under way: its outcome must find its row
 */
export async function forgetIssue(trx: Db, articleId: number): Promise<void> {
  await withdrawIssue(trx, articleId);
  await trx.deleteFrom('deliveries').where('articleId', '=', articleId).where('state', '!=', 'sending').execute();
  const left = trx.selectFrom('deliveries').select('id').where('articleId', '=', articleId);
  if (await left.limit(1).executeTakeFirst()) throw new Conflict(newsletterAnswers.stillUnderWay);
  await trx.deleteFrom('issues').where('articleId', '=', articleId).execute();
}
