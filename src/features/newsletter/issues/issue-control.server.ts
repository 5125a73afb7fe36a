/** What an administrator may do to an issue while it is sent: pause, resume, cancel, retry what failed. */
import { getArticle, lockArticle } from '#features/articles/articles.server.ts';
import {
  addIssue,
  findIssue,
  getIssue,
  type IssueWanted,
  prepareMail,
  removeEmptyIssues,
  renderArticle,
  saysTheSame,
} from '#features/newsletter/content/issue-texts.server.ts';
import { notHeld, probeIssueSoon } from '#features/newsletter/delivery/mail-server/issue-holds.server.ts';
import {
  requeueDeliveries,
  skipQueuedDeliveries,
} from '#features/newsletter/delivery/queue/enqueue-deliveries.server.ts';
import { newsletterAnswers } from '#features/newsletter/newsletter.ts';
import { audit } from '#platform/audit.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { Conflict } from '#platform/errors.ts';
import type { AuditAction } from '#shared/audit-action.ts';
import type { IssueProgress } from './issues.schema.ts';
import { getProgress } from './issues.server.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'config' | 'store'>;
type Wanted = IssueWanted & { administratorId: number };
type Resumed = Wanted & { isCorrected?: boolean };
type State = Tables['issues']['state'];

/** Mails that are being handed over at this moment still go out; all others wait. */
export async function pauseIssue(context: Context, wanted: Wanted): Promise<IssueProgress> {
  return change(context, wanted, {
    action: 'newsletter.pause',
    from: ['sending'],
    to: 'paused',
    reason: 'Paused by hand',
  });
}

/**
 * One that waits for the mail server is tried now; one that is paused goes on with the text as it went out so far, or with
 * what the article says by now for those who wait: an issue of their own.
 */
export async function resumeIssue(context: Context, wanted: Resumed): Promise<IssueProgress> {
  const tried = await tryNow(context, wanted);
  if (tried) return tried;
  if (wanted.isCorrected) await prepareMail(context, await getArticle(context.db, wanted.articleId));
  const step = { action: 'newsletter.resume', from: ['paused'], to: 'sending', reason: null } as const;
  return change(context, wanted, step, async (trx, issueId) =>
    wanted.isCorrected ? { corrected: await moveToCorrected({ ...context, db: trx }, wanted.articleId, issueId) } : {},
  );
}

/** Answers how many mails have moved. What is being handed over, or may have arrived, stays with the text that it has. */
async function moveToCorrected({ db: trx, config, clock }: Context, articleId: number, from: number): Promise<number> {
  const now = clock.now();
  const article = await lockArticle(trx, articleId);
  const text = await renderArticle({ db: trx, config }, article);
  if (await saysTheSame(trx, { issue: await getIssue(trx, { articleId, issueId: from }), article, text })) return 0;
  const into = await addIssue(trx, { article, text, now });
  const moved = await requeueDeliveries(trx, { articleId, now, states: ['queued', 'retry'], from, into });
  await removeEmptyIssues(trx, articleId);
  return moved;
}

/** Null for an issue that was not waiting for the mail server. */
async function tryNow({ db, clock }: Context, wanted: Resumed): Promise<IssueProgress | null> {
  const now = clock.now();
  return transact(db, async (trx) => {
    const issue = await findIssue(trx, wanted);
    if (issue?.state !== 'sending') return null;
    return (await probeIssueSoon(trx, issue.id, now)) ? progressOf(trx, wanted) : null;
  });
}

/** Who has not had it yet will not get it, unless the article is sent again. */
export async function cancelIssue(context: Context, wanted: Wanted): Promise<IssueProgress> {
  const step = { action: 'newsletter.cancel', from: ['sending', 'paused'], to: 'cancelled', reason: null } as const;
  return change(context, wanted, step, async (trx, issueId) => {
    await skipQueuedDeliveries(trx, wanted.articleId, newsletterAnswers.cancelled, issueId);
    return {};
  });
}

/** Queues what failed once more, for those who are still subscribed. */
export async function retryFailed(context: Context, wanted: Wanted): Promise<IssueProgress> {
  return queueOnceMore(context, wanted, { action: 'newsletter.retry', states: ['failed'] });
}

/** The same for what may have arrived, with the same Message-IDs: some may get it twice. */
export async function resendUnknown(context: Context, wanted: Wanted): Promise<IssueProgress> {
  return queueOnceMore(context, wanted, { action: 'newsletter.resend', states: ['unknown'] });
}

async function queueOnceMore(
  context: Context,
  wanted: Wanted,
  { action, states }: { action: AuditAction; states: ['failed'] | ['unknown'] },
): Promise<IssueProgress> {
  const { articleId } = wanted;
  const now = context.clock.now();
  const step = { action, from: ['sending', 'paused', 'done'], to: 'sending', reason: null } as const;
  return change(context, wanted, step, async (trx, from) => {
    const queued = await requeueDeliveries(trx, { articleId, now, states, from });
    await probeIssueSoon(trx, from, now);
    return { queued };
  });
}

type Change = { action: AuditAction; from: readonly State[]; to: State; reason: string | null };

/** The answer is read in the same transaction: a change that holds is never answered with a failure. */
async function change(
  { db, clock }: Context,
  wanted: Resumed,
  { action, from, to, reason }: Change,
  also: (trx: Db, issueId: number) => Promise<Record<string, number>> = async () => ({}),
): Promise<IssueProgress> {
  const now = clock.now();
  const { articleId, issueId, administratorId } = wanted;
  return transact(db, async (trx) => {
    // The article first, as everywhere: what is off the site must not go on being mailed.
    if (to === 'sending' && !(await lockArticle(trx, articleId)).isPublished)
      throw new Conflict(newsletterAnswers.draftNotSent);
    const issue = await getIssue(trx, { articleId, issueId }, true);
    if (issue.state !== to || to === 'sending') {
      if (!from.includes(issue.state)) throw new Conflict(`This newsletter is ${stateInWords[issue.state]}.`);
      await trx
        .updateTable('issues')
        // One on its way may be held: more mails of it do not help the mail server.
        .set({ ...(issue.state === to ? {} : notHeld), state: to, pauseReason: reason, updatedAt: now.toISOString() })
        .where('id', '=', issue.id)
        .execute();
    }
    const detail = await also(trx, issue.id);
    await audit(trx, { at: now, administratorId, action, entityId: articleId, detail });
    return progressOf(trx, wanted);
  });
}

/** What goes on is another issue where the text is another one. */
function progressOf(trx: Db, { articleId, issueId, isCorrected }: Resumed): Promise<IssueProgress> {
  return getProgress(trx, isCorrected ? { articleId } : { articleId, issueId });
}

const stateInWords: Record<State, string> = {
  sending: 'being sent',
  paused: 'paused',
  cancelled: 'cancelled',
  done: 'sent already',
};
