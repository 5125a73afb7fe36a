/** Sends an issue: one road for articles, digests and notes, from the text of the issue to one delivery for each subscriber. */
import { auditIssue } from '#features/newsletter/delivery/queue/audit-issue.server.ts';
import { enqueueDeliveries } from '#features/newsletter/delivery/queue/enqueue-deliveries.server.ts';
import { countRecipients } from '#features/newsletter/delivery/queue/recipient-counts.server.ts';
import { type IssueKey, secondsUntil, undoWindowSentence } from '#features/newsletter/issue.ts';
import { sendResultSentence } from '#features/newsletter/newsletter.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import type { SendAnswer } from './issues.schema.ts';

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
  const states =
    config.smtpUrl === undefined ? (['failed', 'skipped'] as const) : (['failed', 'skipped', 'kept'] as const);
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
  const { audience, alreadySent, underWay, kept, unknown } = await countRecipients(trx, issue, config);
  const sent = { queued, alreadySent, audience, isKept: config.smtpUrl === undefined };
  const waiting = underWay - queued;
  const message =
    sendAfter && !sent.isKept
      ? `${undoWindowSentence(underWay, secondsUntil(sendAfter, clock.now()))}.`
      : sendResultSentence({ ...sent, waiting, kept, unknown, isUndoable: sendAfter !== null });
  return { message, ...(queued > 0 && { issueId: issue.id }), ...sent, ...(sendAfter && { sendAfter }) };
}
