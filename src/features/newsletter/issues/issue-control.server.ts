/** What an administrator can do with an issue being sent: pause, resume, cancel, retry what failed. */
import { lockArticle } from '#features/articles/reading.server.ts';
import { getIssue, wasSentToAnyone } from '#features/newsletter/content/issue-texts.server.ts';
import { notPaused, retryPausedIssueNow } from '#features/newsletter/delivery/mail-server/mail-server-pauses.server.ts';
import { lockDigestsBeingSent } from '#features/newsletter/delivery/queue/already-sent.server.ts';
import { auditIssue } from '#features/newsletter/delivery/queue/audit-issue.server.ts';
import {
  requeueDeliveries,
  skipQueuedDeliveries,
} from '#features/newsletter/delivery/queue/enqueue-deliveries.server.ts';
import { type IssueKey, type IssueState, retryableStates } from '#features/newsletter/issue.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import type { IssueVerb } from '#shared/audit-action.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>;
type Wanted = { id: number; administratorId: number };

/** Mails being handed over at this moment still go out; all others wait. */
export async function pauseIssue(context: Context, wanted: Wanted): Promise<string> {
  await changeIssueState(context, wanted, { verb: 'pause', from: ['sending'], to: 'paused', reason: 'Paused by hand' });
  return 'The newsletter is paused.';
}

/** Tries an issue that waits for the mail server now; resumes a paused one with its text unchanged. */
export async function resumeIssue(context: Context, wanted: Wanted): Promise<string> {
  const now = context.clock.now();
  const tried = await transact(context.db, async (trx) => {
    const { id, state } = await getIssue(trx, wanted.id);
    return state === 'sending' && (await retryPausedIssueNow(trx, id, now));
  });
  if (!tried) await changeIssueState(context, wanted, { verb: 'resume', from: ['paused'], to: 'sending' });
  return 'The newsletter is resumed.';
}

/** Subscribers who have not had it yet will not get it, unless the article is sent again. A note that no one got leaves the archive. */
export async function cancelIssue(context: Context, wanted: Wanted): Promise<string> {
  const step = { verb: 'cancel', from: ['sending', 'paused'], to: 'cancelled' } as const;
  await changeIssueState(context, wanted, step, async (trx, { articleId, id }) => {
    await skipQueuedDeliveries(trx, id, newsletterAnswers.cancelled);
    // What no one got is not published either.
    if (articleId === null && !(await wasSentToAnyone(trx, id)))
      await trx.updateTable('issues').set({ isArchived: false }).where('id', '=', id).execute();
    return {};
  });
  return 'The newsletter is cancelled.';
}

/** Queues failed mails again, for those still subscribed who have not had the article in a digest. */
export async function retryFailed(context: Context, wanted: Wanted): Promise<string> {
  const { articleId } = await queueOnceMore(context, wanted, 'retry');
  return articleId === null ? 'The emails are being sent.' : 'The failed emails are being sent again.';
}

/** Sends mails that are not confirmed again, with the same Message-IDs: some subscribers may get it twice. */
export async function resendUnconfirmed(context: Context, wanted: Wanted): Promise<string> {
  await queueOnceMore(context, wanted, 'resend');
  return 'The emails that were not confirmed are being sent again.';
}

async function queueOnceMore(context: Context, wanted: Wanted, verb: 'retry' | 'resend'): Promise<IssueKey> {
  const now = context.clock.now();
  const step = { verb, from: ['sending', 'paused', 'done'], to: 'sending' } as const;
  return changeIssueState(context, wanted, step, async (trx, issue) => {
    const failed = retryableStates(issue.articleId, context.config.smtpUrl);
    const states = verb === 'retry' ? failed : (['unknown'] as const);
    const queued = await requeueDeliveries(trx, issue, { now, isRetry: true, states });
    await retryPausedIssueNow(trx, issue.id, now);
    return { queued };
  });
}

type Change = { verb: IssueVerb; from: readonly IssueState[]; to: IssueState; reason?: string };

async function changeIssueState(
  { db, clock }: Context,
  wanted: Wanted,
  { verb, from, to, reason }: Change,
  also: (trx: Db, issue: IssueKey) => Promise<Record<string, number>> = async () => ({}),
): Promise<IssueKey> {
  const now = clock.now();
  const { id, administratorId } = wanted;
  return transact(db, async (trx) => {
    const { articleId } = await getIssue(trx, id);
    // Locks the article first, as everywhere: the newsletter of an unpublished article must not continue.
    if (to === 'sending' && articleId !== null && !(await lockArticle(trx, articleId)).isPublished)
      throw new Conflict(newsletterAnswers.draftNotSent);
    if (to === 'sending' && articleId !== null) await lockDigestsBeingSent(trx);
    const issue = await getIssue(trx, id, true);
    if (issue.state !== to || to === 'sending') {
      if (!from.includes(issue.state)) throw new Conflict(`This newsletter is ${stateInWords[issue.state]}.`);
      await trx
        .updateTable('issues')
        // An issue that waits for the mail server stays paused: more mails do not help the server.
        .set({
          ...(issue.state === to ? {} : notPaused),
          state: to,
          pauseReason: reason ?? null,
          updatedAt: now.toISOString(),
        })
        .where('id', '=', id)
        .execute();
    }
    const detail = await also(trx, issue);
    await auditIssue(trx, issue, { at: now, administratorId, verb, detail });
    return issue;
  });
}

const stateInWords: Record<IssueState, string> = {
  draft: 'a draft',
  sending: 'being sent',
  paused: 'paused',
  cancelled: 'cancelled',
  done: 'sent already',
};
