/** What the ends of the last mails say about their issue and about the mail server: go on, hold, pause, or wait for it. */

import { undoSuppressions } from '#features/newsletter/subscribers/suppressions.server.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/db.ts';
import type { Attempt } from '../worker/attempt-outcome.server.ts';
import { holdIssue, isIssueHeld, liftHold, notHeld, probeIssueSoon, waitAfterUnknown } from './issue-holds.server.ts';
import { closeBreaker, openBreaker } from './mail-breaker.server.ts';
import { deferralCause, refusalCause, silenceCause, withAnswer } from './mail-trouble.ts';

/** Of the last mails of an issue so many refused for good pause it: 20 % of 50. */
const watched = 50;
const tooMany = 10;
/** So many readers put off one after the other, and nobody served: what all get alike is the server's. */
export const alikeMany = 3;

// bounded: only the first character of a word begins a match, and a word is read once
const addresses = /(?<![^\s<>@])[^\s<>@]+@[^\s<>@]+/g;

/** What this worker has seen of an issue. */
type Seen = {
  /** Of its last mails, which were refused. */
  refusals: boolean[];
  /** Whom the server has put off since the last mail it took. */
  putOff: Set<number>;
  /** A mail was taken since the last refusal of what we are. */
  isServedSince: boolean;
  isHeld: boolean;
};

/** The mail server was not asked. */
const verdictless = new Set<string>(['unusable', 'own']);

export function createOutcomeWatch() {
  const all = new Map<number, Seen>();

  function seenOf({ delivery: { issueId } }: Attempt): Seen {
    const seen = all.get(issueId) ?? { refusals: [], putOff: new Set(), isServedSince: false, isHeld: false };
    all.set(issueId, seen);
    return seen;
  }

  return {
    /** In the transaction that records the outcomes. Answers whether mails that were claimed must wait now. */
    async note(trx: Db, attempts: Attempt[], now: Date): Promise<boolean> {
      let isStopped = false;
      for (const attempt of attempts) {
        const seen = seenOf(attempt);
        // What is only kept for want of a mail server waits for none any more.
        if (attempt.outcome.state === 'sent' || attempt.outcome.state === 'kept')
          await noteServed(trx, seen, attempt, now);
        else isStopped = (await noteFailure(trx, seen, attempt, now)) || isStopped;
        isStopped = (await pauseWhereRefused(trx, seen, attempt, now)) || isStopped;
      }
      return isStopped;
    },
  };
}

async function noteServed(trx: Db, seen: Seen, { delivery }: Attempt, now: Date): Promise<void> {
  seen.putOff.clear();
  seen.isServedSince = true;
  if (delivery.isProbe) await noteAlive(trx, seen, delivery.issueId, now);
}

/** The server spoke of a reader, so it takes mails of others. */
async function noteAlive(trx: Db, seen: Seen, issueId: number, now: Date): Promise<void> {
  await closeBreaker(trx, now);
  seen.isHeld = false;
  await liftHold(trx, issueId, now);
}

async function noteFailure(trx: Db, seen: Seen, { delivery, outcome, failure }: Attempt, now: Date): Promise<boolean> {
  const { issueId, subscriberId, isProbe } = delivery;
  if (!failure || verdictless.has(failure.verdict)) {
    // It never came to the mail server: another one probes.
    if (isProbe) await probeIssueSoon(trx, issueId, now);
    return false;
  }
  const { verdict, answer } = failure;
  const hold = (cause: string, waitMs?: number) =>
    holdAndUndo(trx, seen, { issueId, reason: withAnswer(cause, answer), now }, waitMs);
  if (verdict === 'server') return stopAll(trx, failure.trouble, now);
  if (verdict === 'unknown') {
    seen.putOff.add(subscriberId);
    if (!failure.isTimeout && !isProbe && seen.putOff.size < alikeMany) return false;
    return hold(silenceCause, await waitAfterUnknown(trx, issueId));
  }
  if (verdict === 'ours' && outcome.state !== 'failed') {
    const isFirst = !seen.isServedSince;
    seen.isServedSince = false;
    seen.putOff.add(subscriberId);
    return (isFirst || isProbe) && hold(refusalCause(answer));
  }
  if (verdict === 'general') {
    // A second attempt shows less: what is left at the end of an issue are those who are put off for reasons of their own.
    if (delivery.attempts === 1 || isProbe) seen.putOff.add(subscriberId);
    return (isProbe || seen.putOff.size >= alikeMany) && hold(deferralCause);
  }
  if (isProbe) await noteAlive(trx, seen, issueId, now);
  return false;
}

async function holdAndUndo(
  trx: Db,
  seen: Seen,
  hold: { issueId: number; reason: string; now: Date },
  waitMs?: number,
): Promise<boolean> {
  seen.isHeld = true;
  if (!(await holdIssue(trx, hold, waitMs))) return false;
  await undoSuppressions(trx, { issueId: hold.issueId, isForGood: false, now: hold.now });
  return true;
}

async function pauseWhereRefused(
  trx: Db,
  seen: Seen,
  { delivery: { issueId, isProbe }, outcome, failure }: Attempt,
  now: Date,
): Promise<boolean> {
  if (isProbe) return false;
  // Another worker, or an administrator, may have let it go on.
  if (seen.isHeld) seen.isHeld = await isIssueHeld(trx, issueId);
  if (seen.isHeld) return false;
  const isRefused = (outcome.code ?? 0) >= 500 && (outcome.state === 'failed' || failure?.verdict === 'ours');
  if (!isRefused && outcome.state !== 'sent' && outcome.state !== 'failed') return false;
  seen.refusals = [...seen.refusals, isRefused].slice(-watched);
  if (seen.refusals.filter(Boolean).length < tooMany) return false;
  seen.refusals = [];
  const refused = `${tooMany} of the last mails, at most ${watched}, were refused for good.`;
  await pauseIssue(trx, issueId, `${refused} The last answer: ${outcome.answer}`, now);
  await undoSuppressions(trx, { issueId, isForGood: true, now });
  return true;
}

/** The mail server takes nothing: everything waits. Answers whether it did not before. */
export async function stopAll(trx: Db, reason: string, now: Date): Promise<boolean> {
  if (!(await openBreaker(trx, reason, now))) return false;
  const issues = await trx.selectFrom('issues').select('id').where('state', '=', 'sending').execute();
  for (const { id } of issues) await undoSuppressions(trx, { issueId: id, isForGood: false, now });
  return true;
}

/** No address stays in the reason when its reader is erased. */
async function pauseIssue(trx: Db, issueId: number, reason: string, now: Date): Promise<void> {
  const paused = await trx
    .updateTable('issues')
    .set({
      ...notHeld,
      state: 'paused',
      pauseReason: reason.slice(0, 1000).replace(addresses, '[address]').slice(0, 1000),
      updatedAt: now.toISOString(),
    })
    .where('id', '=', issueId)
    .where('state', '=', 'sending')
    .returning('articleId')
    .executeTakeFirst();
  if (paused)
    await audit(trx, { at: now, administratorId: null, action: 'newsletter.pause', entityId: paused.articleId });
}
