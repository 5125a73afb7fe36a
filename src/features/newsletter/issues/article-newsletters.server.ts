/** Sends an article: one transaction writes its issue and one delivery per subscriber who has not had it (A2). */
import { sql } from 'kysely';
import { lockArticle } from '#features/articles/reading.server.ts';
import { findOrAddIssueToSend, removeEmptyIssues } from '#features/newsletter/content/issue-texts.server.ts';
import { renderIssue } from '#features/newsletter/content/rendering.server.ts';
import { lockDigestsBeingSent } from '#features/newsletter/delivery/queue/already-sent.server.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import type { SendAnswer } from './issues.schema.ts';
import { type Send, sendIssue } from './sending.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/**
 * Text that was changed since, or a send after the last one has gone out, is an issue of its own.
 * @throws NotFound, or Conflict for a draft and while a worker still sends mails of a cancelled issue
 */
export async function sendArticleNewsletter(
  context: Context,
  { articleId, alongside, ...send }: Send & { articleId: number },
): Promise<SendAnswer> {
  // Before the transaction: rendering a long text takes a while, and the result is cached.
  await renderIssue(context, { articleId });
  return transact(context.db, async (trx) => {
    const within = { ...context, db: trx };
    // Locked, so that nothing is queued for an article being deleted.
    if (!(await lockArticle(trx, articleId)).isPublished) throw new Conflict(newsletterAnswers.draftNotSent);
    await refuseWhileCancelling(trx, articleId);
    await alongside?.(trx);
    await lockDigestsBeingSent(trx);
    const text = await renderIssue(within, { articleId });
    const issue = await findOrAddIssueToSend(trx, { articleId, text, now: context.clock.now() });
    const answer = await sendIssue(within, issue, send);
    await removeEmptyIssues(trx, articleId);
    return answer;
  });
}

/** They are skipped or sent within seconds; until then it is unknown who is left. */
async function refuseWhileCancelling(trx: Db, articleId: number): Promise<void> {
  const underWay = await trx
    .selectFrom('mails')
    .innerJoin('issues', 'issues.id', 'mails.issueId')
    .select('mails.id')
    .where('issues.articleId', '=', articleId)
    .where('issues.state', '=', 'cancelled')
    .where('mails.state', '=', 'sending')
    .limit(1)
    .executeTakeFirst();
  if (underWay) throw new Conflict(newsletterAnswers.stillUnderWay);
}

/** In a query on articles: the newsletter of this one was ever sent, also to no one. */
export const isArticleSent = sql<boolean>`exists (select 1 from issues where issues.article_id = articles.id)`;

/** Which of the articles had a newsletter sent, even to no one. */
export async function findArticlesWithNewsletter(db: Db, articleIds: number[]): Promise<Set<number>> {
  if (articleIds.length === 0) return new Set();
  const issues = await db.selectFrom('issues').select('articleId').where('articleId', 'in', articleIds).execute();
  return new Set(issues.flatMap(({ articleId }) => articleId ?? []));
}
