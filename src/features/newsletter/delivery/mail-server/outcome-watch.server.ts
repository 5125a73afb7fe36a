/** What the ends of the last mails say about their issue and about the mail server: go on, hold, pause, or wait for it. */

import { undoSuppressions } from '#features/newsletter/subscribers/suppressions.server.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/db.ts';
import type { Ended } from '../settling.server.ts';
import { holdIssue, isIssueHeld, liftHold, notHeld, probeIssueSoon, waitAfterDoubt } from './issue-holds.server.ts';
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

export function createWatch() {
  const all = new Map<number, Seen>();

  function seenOf(issueId: number): Seen {
    const seen = all.get(issueId) ?? { refusals: [], putOff: new Set(), isServedSince: false, isHeld: false };
    all.set(issueId, seen);
    return seen;
  }

  async function stop(trx: Db, { row }: Ended, reason: string, now: Date, waitMs?: number): Promise<boolean> {
    const { issueId } = row;
    seenOf(issueId).isHeld = true;
    if (!(await holdIssue(trx, { issueId, reason, now }, waitMs))) return false;
    await undoSuppressions(trx, { issueId, isForGood: false, now });
    return true;
  }

  async function noteServed(trx: Db, { row }: Ended, now: Date): Promise<void> {
    const seen = seenOf(row.issueId);
    seen.putOff.clear();
    seen.isServedSince = true;
    if (!row.isProbe) return;
    await noteAlive(trx, row.issueId, now);
  }

  /** The server spoke of a reader, so it takes mails of others. */
  async function noteAlive(trx: Db, issueId: number, now: Date): Promise<void> {
    await closeBreaker(trx, now);
    seenOf(issueId).isHeld = false;
    await liftHold(trx, issueId, now);
  }

  async function noteFailure(trx: Db, ended: Ended, now: Date): Promise<boolean> {
    const { row, outcome, failure } = ended;
    if (!failure || verdictless.has(failure.verdict)) {
      // It never came to the mail server: another one probes.
      if (row.isProbe) await probeIssueSoon(trx, row.issueId, now);
      return false;
    }
    const seen = seenOf(row.issueId);
    const { verdict, answer } = failure;
    if (verdict === 'server') return stopAll(trx, failure.trouble, now);
    if (verdict === 'doubt') {
      seen.putOff.add(row.subscriberId);
      if (!failure.isTimeout && !row.isProbe && seen.putOff.size < alikeMany) return false;
      const waitMs = await waitAfterDoubt(trx, row.issueId);
      return stop(trx, ended, withAnswer(silenceCause, answer), now, waitMs);
    }
    if (verdict === 'ours' && outcome.state !== 'failed') {
      const isFirst = !seen.isServedSince;
      seen.isServedSince = false;
      seen.putOff.add(row.subscriberId);
      const isStopping = isFirst || row.isProbe;
      return isStopping && stop(trx, ended, withAnswer(refusalCause(answer), answer), now);
    }
    if (verdict === 'general') {
      // A second attempt shows less: what is left at the end of an issue are those who are put off for reasons of their own.
      if (row.attempts === 1 || row.isProbe) seen.putOff.add(row.subscriberId);
      const isStopping = row.isProbe || seen.putOff.size >= alikeMany;
      return isStopping && stop(trx, ended, withAnswer(deferralCause, answer), now);
    }
    if (row.isProbe) await noteAlive(trx, row.issueId, now);
    return false;
  }

  async function pauseWhereRefused(trx: Db, { row, outcome, failure }: Ended, now: Date): Promise<boolean> {
    const seen = seenOf(row.issueId);
    if (row.isProbe) return false;
    // Another worker, or an administrator, may have let it go on.
    if (seen.isHeld) seen.isHeld = await isIssueHeld(trx, row.issueId);
    if (seen.isHeld) return false;
    const isRefused = (outcome.code ?? 0) >= 500 && (outcome.state === 'failed' || failure?.verdict === 'ours');
    if (!isRefused && outcome.state !== 'sent' && outcome.state !== 'failed') return false;
    seen.refusals = [...seen.refusals, isRefused].slice(-watched);
    if (seen.refusals.filter(Boolean).length < tooMany) return false;
    seen.refusals = [];
    const refused = `${tooMany} of the last mails, at most ${watched}, were refused for good.`;
    await pauseIssue(trx, row.issueId, `${refused} The last answer: ${outcome.answer}`, now);
    await undoSuppressions(trx, { issueId: row.issueId, isForGood: true, now });
    return true;
  }

  return {
    /** In the transaction that writes the ends down. Answers whether mails that were claimed must wait now. */
    async note(trx: Db, ends: Ended[], now: Date): Promise<boolean> {
      let isStopped = false;
      for (const ended of ends) {
        // What is only kept for want of a mail server waits for none any more.
        if (ended.outcome.state === 'sent' || ended.outcome.state === 'kept') await noteServed(trx, ended, now);
        else isStopped = (await noteFailure(trx, ended, now)) || isStopped;
        isStopped = (await pauseWhereRefused(trx, ended, now)) || isStopped;
      }
      return isStopped;
    },
  };
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
