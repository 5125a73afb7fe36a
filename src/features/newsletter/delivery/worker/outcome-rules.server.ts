/**
 * The rules of newsletters: what a mail's outcome says about the subscriber, the issue and the mail server, and whether to pause
 * the issue. What the server refuses for its own reasons never counts against a subscriber.
 */
import { recordBounce } from '#features/newsletter/bounces/bounces.server.ts';
import { undoSuppressionsOfIssue } from '#features/newsletter/subscribers/suppressions.server.ts';
import { systemTiming, type Timing } from '#platform/clock.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import type { EmailOutcome, EmailRules } from '#platform/mail/queue/mail-contract.ts';
import { outcomeOfAccepted } from '#platform/mail/queue/transactional-rules.ts';
import { redactEmailAddresses } from '#shared/email-address.ts';
import {
  isPausedByMailServer,
  notPaused,
  pauseForMailServer,
  resumeAfterMailServer,
  retryPausedIssueNow,
  waitMsAfterUnknown,
} from '../mail-server/mail-server-pauses.server.ts';
import {
  causeWithAnswer,
  deferralCause,
  refusalCauseText,
  silenceCause,
  troubleText,
} from '../mail-server/mail-trouble.server.ts';
import { auditIssue } from '../queue/audit-issue.server.ts';
import {
  areOthersServed,
  classifyFailure,
  type Failure,
  type NewsletterMail,
  outcomeOfFailure,
} from './failed-attempts.server.ts';

/** An issue pauses when 20 % of its last 50 mails were refused permanently. */
const watched = 50;
const tooMany = 10;
/** This many subscribers deferred in a row with the same answer, and no one served, mean trouble of the server. */
const alikeMany = 3;

type Seen = {
  refusals: boolean[];
  /** Subscribers deferred since the server last accepted a mail. */
  putOff: Set<number>;
  /** The server has accepted a mail since it last refused our sender or message. */
  isServedSince: boolean;
  isPaused: boolean;
};

type End = { email: NewsletterMail; outcome: EmailOutcome; seen: Seen; now: Date };

export function createDeliveryRules({
  config,
  timing: { random } = systemTiming,
}: Pick<AppContext, 'config'> & { timing?: Timing }): EmailRules {
  const all = new Map<number, Seen>();

  function seenOf({ issueId }: NewsletterMail): Seen {
    const seen = all.get(issueId) ?? { refusals: [], putOff: new Set(), isServedSince: false, isPaused: false };
    all.set(issueId, seen);
    return seen;
  }

  return {
    neverTwice: true,
    async judge(trx, mail, result, now) {
      // Every newsletter row has an issue.
      const email = mail as NewsletterMail;
      if ('outcome' in result) return { outcome: result.outcome, note: () => retryWithAnotherMail(trx, email, now) };
      const seen = seenOf(email);
      if ('answer' in result) {
        const outcome = outcomeOfAccepted(result.answer);
        return { outcome, note: () => afterAccepted(trx, { email, outcome, seen, now }) };
      }
      const failure = classifyFailure(result.error, { from: config.mailFrom.address, to: result.to ?? '' });
      const isServed = await areOthersServed(trx, email);
      const outcome = await outcomeOfFailure(trx, email, failure, { isServed, now, random });
      return {
        outcome,
        follow: () => recordBounceOfFailure(trx, { email, outcome, now }, failure, isServed),
        note: () => afterFailure(trx, { email, outcome, seen, now }, failure),
      };
    },
  };
}

async function recordBounceOfFailure(
  trx: Db,
  { email, outcome, now }: Omit<End, 'seen'>,
  { verdict, error: { message: answer } }: Failure,
  isServed: boolean,
): Promise<void> {
  const { subscriberId, messageId } = email;
  const isAboutMailbox = verdict === 'hard' || (isServed && (verdict === 'soft' || verdict === 'deferred'));
  if (outcome.state !== 'failed' || subscriberId === null || !isAboutMailbox) return;
  const kind = verdict === 'hard' ? 'hard' : 'soft';
  await recordBounce(trx, { subscriberId, kind, source: 'smtp', messageId, answer }, now);
}

/** The mail never reached the mail server: another one serves as the trial. */
async function retryWithAnotherMail(trx: Db, { issueId, isTrial }: NewsletterMail, now: Date): Promise<boolean> {
  if (isTrial) await retryPausedIssueNow(trx, issueId, now);
  return false;
}

/** Mails in the outbox wait only because no mail server is set. */
async function afterAccepted(trx: Db, end: End): Promise<boolean> {
  end.seen.putOff.clear();
  end.seen.isServedSince = true;
  if (end.email.isTrial) await resumePausedIssue(trx, end);
  return pauseIfManyRefused(trx, end, false);
}

/** The server answered about one subscriber, so it accepts mail for others. */
async function resumePausedIssue(trx: Db, { email: { issueId }, seen, now }: End): Promise<void> {
  seen.isPaused = false;
  await resumeAfterMailServer(trx, issueId, now);
}

async function afterFailure(trx: Db, end: End, failure: Failure): Promise<boolean> {
  const isStopped = await pauseIfOurFault(trx, end, failure);
  const { outcome } = end;
  const isRefused = (outcome.code ?? 0) >= 500 && (outcome.state === 'failed' || failure.verdict === 'ours');
  return (await pauseIfManyRefused(trx, end, isRefused)) || isStopped;
}

async function pauseIfOurFault(trx: Db, end: End, failure: Failure): Promise<boolean> {
  const { email, outcome, seen, now } = end;
  const { issueId, isTrial } = email;
  const { verdict, error } = failure;
  const { message: answer } = error;
  if (verdict === 'unusable' || verdict === 'own') return retryWithAnotherMail(trx, email, now);
  if (verdict === 'server') return pauseAndTell(trx, end, troubleText(error));
  const putOff = () => seen.putOff.add(email.subscriberId ?? 0).size >= alikeMany;
  if (verdict === 'unknown') {
    if (!putOff() && !error.isTimeout && !isTrial) return false;
    return pauseAndTell(trx, end, causeWithAnswer(silenceCause, answer), await waitMsAfterUnknown(trx, issueId));
  }
  if (verdict === 'ours' && outcome.state !== 'failed') {
    const isFirst = !seen.isServedSince;
    seen.isServedSince = false;
    putOff();
    return (isFirst || isTrial) && pauseAndTell(trx, end, causeWithAnswer(refusalCauseText(answer), answer));
  }
  if (verdict === 'general') {
    // A second attempt proves less: at the end of an issue only mails with their own trouble are left.
    if (email.attempts === 1 || isTrial) putOff();
    return (isTrial || seen.putOff.size >= alikeMany) && pauseAndTell(trx, end, causeWithAnswer(deferralCause, answer));
  }
  if (isTrial) await resumePausedIssue(trx, end);
  return false;
}

/** Returns true when it was not paused before. */
async function pauseAndTell(
  trx: Db,
  { email: { issueId }, seen, now }: End,
  reason: string,
  waitMs?: number,
): Promise<boolean> {
  seen.isPaused = true;
  if (!(await pauseForMailServer(trx, { issueId, reason, now }, waitMs))) return false;
  await undoSuppressionsOfIssue(trx, { issueId, isFinal: false, now });
  return true;
}

async function pauseIfManyRefused(
  trx: Db,
  { email: { issueId, isTrial }, outcome, seen, now }: End,
  isRefused: boolean,
): Promise<boolean> {
  if (isTrial) return false;
  // Another worker, or an administrator, may have ended the pause.
  if (seen.isPaused) seen.isPaused = await isPausedByMailServer(trx, issueId);
  if (seen.isPaused) return false;
  if (!isRefused && outcome.state !== 'sent' && outcome.state !== 'failed') return false;
  seen.refusals = [...seen.refusals, isRefused].slice(-watched);
  if (seen.refusals.filter(Boolean).length < tooMany) return false;
  seen.refusals = [];
  const refused = `${tooMany} of the last emails, at most ${watched}, were refused permanently.`;
  await pauseIssue(trx, issueId, `${refused} The last answer: ${outcome.answer}`, now);
  await undoSuppressionsOfIssue(trx, { issueId, isFinal: true, now });
  return true;
}

/** Keeps addresses out of the reason, which outlives erased subscribers. */
async function pauseIssue(trx: Db, issueId: number, reason: string, now: Date): Promise<void> {
  const pauseReason = redactEmailAddresses(reason.slice(0, 1000)).slice(0, 1000);
  const paused = await trx
    .updateTable('issues')
    .set({ ...notPaused, state: 'paused', pauseReason, updatedAt: now.toISOString() })
    .where('id', '=', issueId)
    .where('state', '=', 'sending')
    .returning(['id', 'articleId'])
    .executeTakeFirst();
  if (paused) await auditIssue(trx, paused, { at: now, administratorId: null, verb: 'pause' });
}
