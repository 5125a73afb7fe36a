/** Sends an article: one transaction writes its issue and one delivery per subscriber who has not had it (A2). */
import { sql } from 'kysely';
import { getArticle, lockArticle } from '#features/articles/reading.server.ts';
import {
  findOrAddIssueToSend,
  removeEmptyIssues,
  renderArticleIssue,
} from '#features/newsletter/content/issue-texts.server.ts';
import { lockAndFindDigestsWith } from '#features/newsletter/delivery/queue/already-sent.server.ts';
import { enqueueDeliveries, requeueDeliveries } from '#features/newsletter/delivery/queue/enqueue-deliveries.server.ts';
import { createMessageIds } from '#features/newsletter/delivery/queue/message-and-list-ids.server.ts';
import {
  beginUndoWindow,
  endUndoWindow,
  findUndoWindowEnd,
} from '#features/newsletter/delivery/queue/undo-window.server.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import type { SendAnswer } from './issues.schema.ts';
import { countRecipients } from './recipient-counts.server.ts';
import { presentSendResult } from './send-results.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

type Send = {
  articleId: number;
  /** Null if the account that scheduled it is erased. */
  administratorId: number | null;
  /** The length of the undo window; 0 also ends a running one. Mails already being sent continue. */
  undoSeconds?: number;
  /** Runs in the same transaction, once the article is locked. May throw. */
  alongside?: (trx: Db) => Promise<void>;
};

/**
 * Queues the article for every confirmed subscriber who has not been sent it yet, or whose earlier mail failed. Idempotent. With no
 * one left it only audits the request.
 * @throws NotFound, or Conflict for a draft and while a worker still sends mails of a cancelled issue
 */
export async function sendArticleNewsletter(
  { db, config, clock }: Context,
  { articleId, administratorId, undoSeconds = 0, alongside }: Send,
): Promise<SendAnswer> {
  const now = clock.now();
  const isKept = config.smtpUrl === undefined;
  const messageIdOf = await createMessageIds(db, config.siteUrl);
  // Before the transaction: rendering a long text takes a while, and the result is cached.
  await renderArticleIssue({ db, config }, await getArticle(db, articleId));
  return transact(db, async (trx) => {
    // Locked, so that nothing is queued for an article being deleted.
    const article = await lockArticle(trx, articleId);
    if (!article.isPublished) throw new Conflict(newsletterAnswers.draftNotSent);
    await refuseWhileCancelling(trx, articleId);
    await alongside?.(trx);
    const digests = await lockAndFindDigestsWith(trx, articleId);
    const { audience, alreadySent, underWay, kept, unknown, toSend } = await countRecipients(trx, articleId, isKept);
    let queued = 0;
    let sentAs: number | undefined;
    if (toSend > 0) {
      const text = await renderArticleIssue({ db: trx, config }, article);
      const { id: issueId, isUnderWay } = await findOrAddIssueToSend(trx, { article, text, now });
      const states = isKept ? (['failed', 'skipped'] as const) : (['failed', 'skipped', 'kept'] as const);
      const again = { articleId, now, states, into: issueId, mayBeUndone: undoSeconds > 0, digests };
      queued += await requeueDeliveries(trx, again);
      const messageId = messageIdOf({ articleId, id: issueId });
      queued += await enqueueDeliveries(trx, { articleId, issueId, now, messageId, digests });
      if (queued > 0) sentAs = issueId;
      if (queued > 0) await resume(trx, issueId, now);
      if (queued > 0 && !isUnderWay && undoSeconds > 0) await beginUndoWindow(trx, issueId, { now, undoSeconds });
      await removeEmptyIssues(trx, articleId);
    }
    const endedWait = undoSeconds === 0 && (await endUndoWindow(trx, { articleId }, now));
    const sendAfter = undoSeconds > 0 ? await findUndoWindowEnd(trx, articleId) : null;
    const detail = { queued, audience, ...(endedWait && { endedWait }) };
    await audit(trx, { at: now, administratorId, action: 'newsletter.send', entityId: articleId, detail });
    return presentSendResult({
      issueId: sentAs,
      queued,
      alreadySent,
      audience,
      isKept,
      underWay,
      unknown,
      kept,
      sendAfter,
      now,
    });
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

async function resume(trx: Db, issueId: number, now: Date): Promise<void> {
  const going = { state: 'sending', pauseReason: null, updatedAt: now.toISOString() } as const;
  await trx.updateTable('issues').set(going).where('id', '=', issueId).execute();
}

/** In a query on articles: the newsletter of this one was ever sent, also to no one. */
export const isArticleSent = sql<boolean>`exists (select 1 from issues where issues.article_id = articles.id)`;

/** Which of the articles had a newsletter sent, even to no one. */
export async function findArticlesWithNewsletter(db: Db, articleIds: number[]): Promise<Set<number>> {
  if (articleIds.length === 0) return new Set();
  const issues = await db.selectFrom('issues').select('articleId').where('articleId', 'in', articleIds).execute();
  return new Set(issues.flatMap(({ articleId }) => articleId ?? []));
}
