/** Undoes a newsletter in its undo window: no one gets a mail, and the article counts as never sent. */
import type { NotNull } from 'kysely';
import { lockArticle } from '#features/articles/reading.server.ts';
import {
  findIssue,
  type IssueWanted,
  removeEmptyIssues,
  wasSentToAnyone,
} from '#features/newsletter/content/issue-texts.server.ts';
import { subscriberIdRanges } from '#features/newsletter/delivery/queue/audience.server.ts';
import { auditIssue } from '#features/newsletter/delivery/queue/audit-issue.server.ts';
import {
  EarlierOutcome,
  isMailOfIssue,
  type MailsOf,
} from '#features/newsletter/delivery/queue/enqueue-deliveries.server.ts';
import { isInUndoWindow } from '#features/newsletter/delivery/queue/undo-window.server.ts';
import { secondsUntil } from '#features/newsletter/issue.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import type { AppContext } from '#platform/context.ts';
import { countRows } from '#platform/db/count-rows.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import { getIssueProgress } from './article-newsletters.server.ts';
import type { DelayedIssue, IssueProgress } from './issues.schema.ts';
import { sendingHoursIfClosed } from './reports/why-issue-waits.server.ts';

const waiting = ['queued', 'retry'] as const;

type Wanted = IssueWanted & { administratorId: number };

/** Repeating it succeeds: no one got a mail then either. @throws NotFound, or Conflict when a worker has started to send it */
export async function undoSending(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  wanted: Wanted,
): Promise<IssueProgress> {
  const { administratorId } = wanted;
  const now = clock.now();
  return transact(db, async (trx) => {
    const seen = await findIssue(trx, wanted);
    const articleId = seen ? seen.articleId : wanted.articleId;
    // Before the issue, as everywhere.
    if (articleId !== null) await lockArticle(trx, articleId);
    // A worker that starts sending clears `sendAfter` under the same lock.
    const issue = await findIssue(trx, wanted, true);
    const isUndoable = issue?.state === 'sending' && issue.sendAfter !== null;
    if (issue && !isUndoable && (await wasSentToAnyone(trx, issue.id)))
      throw new Conflict(newsletterAnswers.tooLateToUndo);
    if (issue && !isUndoable && issue.state !== 'cancelled') throw new Conflict(newsletterAnswers.nothingToUndo);
    if (issue && isUndoable) {
      await undoDeliveries(trx, { articleId, issueId: issue.id });
      // Mails that have ended stay, and so does their issue; without an article it becomes a draft again.
      const state = articleId === null ? 'draft' : 'cancelled';
      const ended = { state, sendAfter: null, updatedAt: now.toISOString() } as const;
      await trx.updateTable('issues').set(ended).where('id', '=', issue.id).execute();
      if (articleId !== null) await removeEmptyIssues(trx, articleId);
      await auditIssue(trx, issue, { at: now, administratorId, verb: 'undo' });
    }
    return getIssueProgress(trx, articleId === null ? wanted : { articleId });
  });
}

/**
 * Removes waiting mails: a later send recreates them with the same Message-IDs. Mails that were queued again return to their former
 * outcome.
 */
async function undoDeliveries(trx: Db, issue: MailsOf): Promise<void> {
  for await (const range of subscriberIdRanges(trx)) {
    const ended = await trx
      .selectFrom('mails')
      .select(['id', 'earlierOutcome'])
      .where(isMailOfIssue(issue, range))
      .where('state', 'in', waiting)
      .where('earlierOutcome', 'is not', null)
      .execute();
    for (const { id, earlierOutcome } of ended) await restoreEarlierOutcome(trx, { id, earlierOutcome });
    await trx.deleteFrom('mails').where(isMailOfIssue(issue, range)).where('state', 'in', waiting).execute();
  }
}

/** If its former issue was deleted, the mail stays with this one. */
async function restoreEarlierOutcome(
  trx: Db,
  { id, earlierOutcome }: { id: number; earlierOutcome: string | null },
): Promise<void> {
  const { issueId, createdAt, ...outcome } = EarlierOutcome.parse(JSON.parse(earlierOutcome ?? ''));
  const issue = await trx.selectFrom('issues').select('id').where('id', '=', issueId).executeTakeFirst();
  await trx
    .updateTable('mails')
    .set({ ...outcome, ...(issue && { issueId }), createdAt: new Date(createdAt).toISOString(), earlierOutcome: null })
    .where('id', '=', id)
    .execute();
}

/** The issues that can still be undone, for all administrators, oldest first. */
export async function listIssuesInUndoWindow({
  db,
  clock,
  config,
}: Pick<AppContext, 'db' | 'clock' | 'config'>): Promise<DelayedIssue[]> {
  const now = clock.now();
  const delayed: DelayedIssue[] = [];
  const issues = await db
    .selectFrom('issues')
    .select(['id', 'articleId', 'subject', 'sendAfter'])
    .$narrowType<{ sendAfter: NotNull }>()
    .where(isInUndoWindow)
    .orderBy('id')
    .execute();
  for (const issue of issues) {
    const mails = db.selectFrom('mails').where('issueId', '=', issue.id).where('state', '=', 'queued');
    const subscribers = await countRows(mails);
    const hours = await sendingHoursIfClosed(db, config, now);
    delayed.push({ ...issue, subscribers, secondsLeft: secondsUntil(issue.sendAfter, now), hours });
  }
  return delayed;
}
