/** Undoes a newsletter in its undo window: no one gets a mail, and the article counts as never sent. */
import type { NotNull } from 'kysely';
import { lockArticle } from '#features/articles/reading.server.ts';
import { issueDraftMessages } from '#features/newsletter/content/digests/digest.ts';
import {
  findIssue,
  getIssue,
  removeEmptyIssues,
  wasSentToAnyone,
} from '#features/newsletter/content/issue-texts.server.ts';
import { subscriberIdRanges } from '#features/newsletter/delivery/queue/audience.server.ts';
import { auditIssue } from '#features/newsletter/delivery/queue/audit-issue.server.ts';
import { isMailOfIssue } from '#features/newsletter/delivery/queue/enqueue-deliveries.server.ts';
import { endUndoWindow, isInUndoWindow } from '#features/newsletter/delivery/queue/undo-window.server.ts';
import { secondsUntil } from '#features/newsletter/issue.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import type { AppContext } from '#platform/context.ts';
import { countRows } from '#platform/db/count-rows.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import type { MailRow } from '#platform/mail/queue/mail-rows.ts';
import type { DelayedIssue, SendAnswer } from './issues.schema.ts';
import { sendingHoursIfClosed } from './reports/why-issue-waits.server.ts';
import { answerToSend } from './sending.server.ts';

const waiting = ['queued', 'retry'] as const;

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;
type Wanted = { id: number; administratorId: number };

/**
 * Repeating it succeeds while its issue is there: no one got a mail then either.
 * @throws NotFound, or Conflict when a worker has started to send it
 */
export async function undoSending({ db, clock }: Context, { id, administratorId }: Wanted): Promise<string> {
  const now = clock.now();
  return transact(db, async (trx) => {
    const { articleId } = await getIssue(trx, id);
    // Before the issue, as everywhere.
    if (articleId !== null) await lockArticle(trx, articleId);
    // A worker that starts sending clears `sendAfter` under the same lock.
    const issue = await getIssue(trx, id, true);
    const isUndoable = issue.state === 'sending' && issue.sendAfter !== null;
    if (!isUndoable && (await wasSentToAnyone(trx, id))) throw new Conflict(newsletterAnswers.tooLateToUndo);
    if (!isUndoable && issue.state !== 'cancelled') throw new Conflict(newsletterAnswers.nothingToUndo);
    if (isUndoable) {
      await undoDeliveries(trx, id);
      // Mails that have ended stay, and so does their issue; without an article it becomes a draft again.
      const state = articleId === null ? 'draft' : 'cancelled';
      const ended = { state, sendAfter: null, updatedAt: now.toISOString() } as const;
      await trx.updateTable('issues').set(ended).where('id', '=', id).execute();
      if (articleId !== null) await removeEmptyIssues(trx, articleId);
      await auditIssue(trx, issue, { at: now, administratorId, verb: 'undo' });
    }
    return articleId === null ? newsletterAnswers.draftTakenBack : newsletterAnswers.takenBack;
  });
}

/**
 * Ends an undo window: its mails go out now. One that has ended by itself is no conflict. `sendAfter`: the end that the sender has
 * seen, since nothing is sent after another's undo.
 * @throws NotFound, or Conflict when it was undone
 */
export async function sendNow(
  { db, config, clock }: Context,
  { id, administratorId, sendAfter: seen }: Wanted & { sendAfter?: string | undefined },
): Promise<SendAnswer> {
  const now = clock.now();
  return transact(db, async (trx) => {
    const issue = await getIssue(trx, id, true);
    if (issue.state === 'draft') throw new Conflict(issueDraftMessages.changed);
    const isOther = seen !== undefined && issue.sendAfter !== null && issue.sendAfter !== seen;
    if (issue.state === 'cancelled' || isOther) throw new Conflict(newsletterAnswers.noLongerWaiting);
    const endedWait = await endUndoWindow(trx, id, now);
    const answer = await answerToSend({ db: trx, config, clock }, issue, { queued: 0, sendAfter: null });
    const detail = { queued: 0, audience: answer.audience, endedWait };
    if (endedWait) await auditIssue(trx, issue, { at: now, administratorId, verb: 'send', detail });
    return { ...answer, issueId: id };
  });
}

/**
 * Removes waiting mails: a later send recreates them with the same Message-IDs. Mails that were queued again return to their former
 * outcome.
 */
async function undoDeliveries(trx: Db, issueId: number): Promise<void> {
  for await (const range of subscriberIdRanges(trx)) {
    const ended = await trx
      .selectFrom('mails')
      .select(['id', 'earlierOutcome'])
      .where(isMailOfIssue(issueId, range))
      .where('state', 'in', waiting)
      .where('earlierOutcome', 'is not', null)
      .execute();
    for (const { id, earlierOutcome } of ended) {
      const former = JSON.parse(earlierOutcome ?? '') as Former;
      // If its former issue was deleted, the mail stays with this one.
      const issue = await findIssue(trx, former.issueId);
      const outcome = { ...former, issueId: issue?.id ?? issueId, createdAt: new Date(former.createdAt).toISOString() };
      await trx
        .updateTable('mails')
        .set({ ...outcome, earlierOutcome: null })
        .where('id', '=', id)
        .execute();
    }
    await trx.deleteFrom('mails').where(isMailOfIssue(issueId, range)).where('state', 'in', waiting).execute();
  }
}

/** What `requeueDeliveries` keeps of a mail. */
type Former = Pick<MailRow, 'state' | 'attempts' | 'createdAt' | 'smtpCode' | 'smtpAnswer'> & { issueId: number };

/** The issues that can still be undone, for all administrators, oldest first. */
export async function listIssuesInUndoWindow({ db, clock, config }: Context): Promise<DelayedIssue[]> {
  const now = clock.now();
  const hours = await sendingHoursIfClosed(db, config, now);
  const issues = await db
    .selectFrom('issues')
    .select(['id', 'articleId', 'subject', 'sendAfter'])
    .$narrowType<{ sendAfter: NotNull }>()
    .where(isInUndoWindow)
    .orderBy('id')
    .execute();
  return Array.fromAsync(issues, async (issue) => {
    const mails = db.selectFrom('mails').where('issueId', '=', issue.id).where('state', '=', 'queued');
    return { ...issue, subscribers: await countRows(mails), secondsLeft: secondsUntil(issue.sendAfter, now), hours };
  });
}
