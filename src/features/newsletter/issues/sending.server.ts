/** Sends an issue: one road for articles, digests and notes, from the text of the issue to one delivery for each subscriber. */
import { sql } from 'kysely';
import { lockArticle } from '#features/articles/reading.server.ts';
import { findOrAddIssueToSend, removeEmptyIssues } from '#features/newsletter/content/issue-texts.server.ts';
import { renderArticle } from '#features/newsletter/content/rendering.server.ts';
import { lockDigestsBeingSent } from '#features/newsletter/delivery/queue/already-sent.server.ts';
import { auditIssue } from '#features/newsletter/delivery/queue/audit-issue.server.ts';
import { enqueueDeliveries } from '#features/newsletter/delivery/queue/enqueue-deliveries.server.ts';
import { countRecipients } from '#features/newsletter/delivery/queue/recipient-counts.server.ts';
import { type IssueKey, secondsUntil, undoWindowSentence } from '#features/newsletter/issue.ts';
import { newsletterAnswers, sendResultSentence } from '#features/newsletter/newsletter.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import type { SendAnswer } from './issues.schema.ts';
import { sendingHoursIfClosed } from './reports/why-issue-waits.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

/** `isUnderWay`: with this text; its undo window has begun before. */
type IssueToSend = IssueKey & { sendAfter: string | null; isUnderWay: boolean };

export type Send = {
  /** Null if the account that scheduled it is erased. */
  administratorId: number | null;
  /** The length of the undo window; 0 also ends a running one. Mails already being sent continue. */
  undoSeconds?: number | undefined;
  /** Runs in the same transaction, once the article or draft is locked. May throw. */
  alongside?: (trx: Db) => Promise<unknown>;
};

/**
 * Sends an article to each subscriber who has not had it (A2). Text that was changed since, or a send after the last one has gone out,
 * is an issue of its own.
 * @throws NotFound, or Conflict for a draft and while a worker still sends mails of a cancelled issue
 */
export async function sendArticleNewsletter(
  context: Context,
  { articleId, alongside, ...send }: Send & { articleId: number },
): Promise<SendAnswer> {
  // Before the transaction: rendering a long text takes a while, and the result is cached.
  await renderArticle(context, articleId);
  return transact(context.db, async (trx) => {
    const within = { ...context, db: trx };
    // Locked, so that nothing is queued for an article being deleted.
    if (!(await lockArticle(trx, articleId)).isPublished) throw new Conflict(newsletterAnswers.draftNotSent);
    await refuseWhileCancelling(trx, articleId);
    await alongside?.(trx);
    await lockDigestsBeingSent(trx);
    const text = await renderArticle(within, articleId);
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

/**
 * Queues it for everyone in its audience who has not been sent it yet, or whose earlier mail failed. Idempotent. With no one left it
 * only audits the request. Must run in the transaction that has locked the issue.
 */
export async function sendIssue(
  context: Context,
  issue: IssueToSend,
  { administratorId, undoSeconds = 0, leftOut = 0 }: Omit<Send, 'alongside'> & { leftOut?: number },
): Promise<SendAnswer> {
  const { db: trx, config, clock } = context;
  const now = clock.now();
  const states = (['failed', 'skipped', 'kept'] as const).filter(
    (state) => state !== 'kept' || config.smtpUrl !== undefined,
  );
  const wanted = { now, states, siteUrl: config.siteUrl, mayBeUndone: undoSeconds > 0 };
  const queued = await enqueueDeliveries(trx, issue, wanted);
  const isBegun = queued > 0 && !issue.isUnderWay;
  const undoEnd = isBegun ? new Date(now.getTime() + undoSeconds * 1000).toISOString() : issue.sendAfter;
  const sendAfter = undoSeconds > 0 ? undoEnd : null;
  const endedWait = issue.sendAfter !== null && sendAfter === null;
  const going = { sendAfter, updatedAt: now.toISOString() };
  if (queued > 0 || endedWait)
    await trx
      .updateTable('issues')
      .set(queued > 0 ? { ...going, state: 'sending', pauseReason: null } : going)
      .where('id', '=', issue.id)
      .execute();
  const answer = await answerToSend(context, issue, { queued, sendAfter });
  const { audience } = answer;
  const detail = { queued, audience, ...(endedWait && { endedWait }), ...(leftOut > 0 && { leftOut }) };
  await auditIssue(trx, issue, { at: now, administratorId, verb: 'send', detail });
  return answer;
}

/** What became of an issue of which `queued` mails were added now. */
export async function answerToSend(
  { db: trx, config, clock }: Context,
  issue: IssueKey,
  { queued, sendAfter }: { queued: number; sendAfter: string | null },
): Promise<SendAnswer> {
  const { audience, others, alreadySent, underWay, kept, unknown } = await countRecipients(trx, issue, config);
  const sent = { queued, alreadySent, audience, others, isKept: config.smtpUrl === undefined };
  const waiting = underWay - queued;
  const hours = (await sendingHoursIfClosed(trx, config, clock.now())) ?? undefined;
  const message =
    sendAfter && !sent.isKept
      ? `${undoWindowSentence(underWay, secondsUntil(sendAfter, clock.now()), { hours: hours ?? null, isKept: false })}.`
      : sendResultSentence({ ...sent, waiting, kept, unknown, isUndoable: sendAfter !== null, hours });
  return {
    message,
    ...(queued > 0 && { issueId: issue.id }),
    ...sent,
    ...(sendAfter && { sendAfter }),
    ...(hours && { hours }),
  };
}

/** In a query on articles: the newsletter of this one was ever sent, also to no one. */
export const isArticleSent = sql<boolean>`exists (select 1 from issues where issues.article_id = articles.id)`;

/** Which of the articles had a newsletter sent, even to no one. */
export async function findArticlesWithNewsletter(db: Db, articleIds: number[]): Promise<Set<number>> {
  if (articleIds.length === 0) return new Set();
  const issues = await db.selectFrom('issues').select('articleId').where('articleId', 'in', articleIds).execute();
  return new Set(issues.flatMap(({ articleId }) => articleId ?? []));
}
