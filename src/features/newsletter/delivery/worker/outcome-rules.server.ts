/**
 * The rules of newsletters: what a mail's outcome says about the subscriber, the issue and the mail server. A refused recipient never
 * pauses an issue, and what the server refuses for its own reasons never counts against a subscriber.
 */
import { addBounceOnce } from '#features/newsletter/bounces/bounces.server.ts';
import { classifyAnswer, type Verdict } from '#features/newsletter/bounces/classify-answer.ts';
import { systemTiming, type Timing } from '#platform/clock.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { asMailError, type MailError } from '#platform/mail/mailer-contract.ts';
import type { Email, EmailOutcome, EmailRules, Judgement } from '#platform/mail/queue/mail-contract.ts';
import { never } from '#platform/mail/queue/mail-rows.ts';
import { outcomeOfAccepted } from '#platform/mail/queue/transactional-rules.ts';
import {
  countRefusal,
  forgetRefusals,
  pauseForMailServer,
  resumeAfterMailServer,
  retryPausedIssueNow,
} from '../mail-server/mail-server-pauses.server.ts';
import {
  causeWithAnswer,
  deferralCause,
  refusalCauseText,
  silenceCause,
  troubleText,
} from '../mail-server/mail-trouble.server.ts';

type NewsletterMail = Email & { issueId: number };

type Failure = {
  /**
   * `unknown`: the whole mail was handed over, and it is not known whether it was accepted. `own`: it failed before any server saw
   * it, and may succeed next time.
   */
  verdict: Verdict | 'unknown' | 'own';
  error: MailError;
};

type End = { email: NewsletterMail; outcome: EmailOutcome; now: Date };

const minuteMs = 60_000;
const longestWaitMinutes = 60;
/** About 48 hours of waiting. Counted, not timed: downtime of the mail server or this machine is not an attempt. */
const attemptsBeforeGivingUp = 53;
/** This many recipients in a row refused in the same words, none of which names a recipient, mean trouble of the server or ours. */
const refusedAlike = 10;
/** This many lost answers in a row. */
const lostAlike = 3;

export function createDeliveryRules({
  config,
  timing: { random } = systemTiming,
}: Pick<AppContext, 'config'> & { timing?: Timing }): EmailRules {
  return {
    async judge(trx, mail, result, now): Promise<Judgement> {
      // Every newsletter row has an issue.
      const email = mail as NewsletterMail;
      if ('answer' in result)
        return { outcome: outcomeOfAccepted(result.answer), follow: () => afterAccepted(trx, email, now) };
      if ('outcome' in result) {
        const end = { email, outcome: result.outcome, now };
        return { outcome: end.outcome, follow: () => reopenIssue(trx, end).then(() => tryAnother(trx, email, now)) };
      }
      const failure = failureOf(result.error, { from: config.mailFrom.address, to: result.to ?? '' });
      const outcome = await outcomeOfFailure(trx, email, failure, { now, random });
      const end = { email, outcome, now };
      return {
        outcome,
        follow: async () => {
          await addBounceOfFailure(trx, end, failure);
          await reopenIssue(trx, end);
          await pauseAfterFailure(trx, end, failure);
        },
      };
    },
  };
}

function failureOf(thrown: unknown, envelope: { from: string; to: string }): Failure {
  const error = asMailError(thrown);
  const { message: answer, responseCode: code, step, outcome } = error;
  if (outcome === 'unknown') return { verdict: 'unknown', error };
  if (step === 'compose' && outcome === 'temporary') return { verdict: 'own', error };
  return { verdict: classifyAnswer({ step, code, answer }, envelope), error };
}

/**
 * A retry in 1, 2, 4… 60 minutes, up to a fifth earlier so that they spread; or a retry as soon as the mail server accepts mail
 * again, which does not count as an attempt; or giving up.
 */
async function outcomeOfFailure(
  trx: Db,
  email: NewsletterMail,
  { verdict, error }: Failure,
  { now, random }: { now: Date; random: () => number },
): Promise<EmailOutcome> {
  const { responseCode: code, message: answer } = error;
  const failed = { state: 'failed', code, answer } as const;
  if (verdict === 'hard' || verdict === 'soft' || verdict === 'unusable') return failed;
  if (verdict === 'unknown') return { state: 'unknown', code, answer, nextAttemptAt: never };
  if (isBeforeRecipient(error) || (isAboutNoOne(verdict) && email.isTrial))
    return { state: 'queued', code, answer, nextAttemptAt: now.toISOString(), attempts: email.attempts - 1 };
  // Refused twice while others were accepted in between: the subscriber's server is to blame.
  const wasRefused = verdict === 'ours' && (email.smtpCode ?? 0) >= 500;
  if (wasRefused && (await isIssueSentSince(trx, email))) return failed;
  if (email.attempts >= attemptsBeforeGivingUp) return failed;
  const wait = Math.min(2 ** (email.attempts - 1), longestWaitMinutes) * minuteMs;
  const nextAttemptAt = new Date(now.getTime() + Math.round(wait * (1 - random() / 5))).toISOString();
  return { state: 'retry', code, answer, nextAttemptAt };
}

/** The sender and the recipient are named together: only an answer tells which of them it is about. */
function isBeforeRecipient({ step, responseCode }: MailError): boolean {
  return step === 'connect' || step === 'login' || (step === 'sender' && responseCode !== null);
}

function isAboutNoOne(verdict: Failure['verdict']): boolean {
  return verdict === 'ours' || verdict === 'general' || verdict === 'server';
}

/** Whether another subscriber was sent the same issue since the first attempt. */
async function isIssueSentSince(trx: Db, { issueId, createdAt }: NewsletterMail): Promise<boolean> {
  const sent = trx.selectFrom('mails').select('id').where('issueId', '=', issueId).where('state', '=', 'sent');
  return (await sent.where('sentAt', '>=', createdAt).limit(1).executeTakeFirst()) !== undefined;
}

/** Whether it suppresses the address is settled when the issue has ended. */
async function addBounceOfFailure(trx: Db, { email, outcome, now }: End, { verdict, error }: Failure): Promise<void> {
  const { subscriberId, messageId } = email;
  const kind = verdict === 'deferred' ? 'soft' : verdict;
  if (outcome.state !== 'failed' || subscriberId === null || (kind !== 'hard' && kind !== 'soft')) return;
  const bounce = { subscriberId, kind, source: 'smtp', messageId, answer: error.message } as const;
  await addBounceOnce(trx, { ...bounce, isSettled: false }, now);
}

/** A late outcome may send a mail again that counted as not confirmed when the issue ended. */
async function reopenIssue(trx: Db, { email: { issueId }, outcome, now }: End): Promise<void> {
  if (outcome.state !== 'queued' && outcome.state !== 'retry') return;
  const ended = trx.updateTable('issues').where('id', '=', issueId).where('state', '=', 'done');
  await ended.set({ state: 'sending', updatedAt: now.toISOString() }).execute();
}

/** The mail never reached the mail server: another one serves as the trial. */
async function tryAnother(trx: Db, { issueId, isTrial }: NewsletterMail, now: Date): Promise<void> {
  if (isTrial) await retryPausedIssueNow(trx, issueId, now);
}

async function afterAccepted(trx: Db, { issueId, isTrial }: NewsletterMail, now: Date): Promise<void> {
  await forgetRefusals(trx, { issueId });
  if (isTrial) await resumeAfterMailServer(trx, issueId, now);
}

async function pauseAfterFailure(trx: Db, { email, now }: End, { verdict, error }: Failure): Promise<void> {
  const { issueId, isTrial } = email;
  const { message: answer } = error;
  const pause = (reason: string, isSilence = false) => pauseForMailServer(trx, { issueId, reason, now, isSilence });
  // A second attempt proves less: at the end of an issue only mails with their own trouble are left.
  const isAlike = async (enough: number) =>
    isTrial || (email.attempts === 1 && (await countRefusal(trx, { issueId, answer, enough })));
  if (verdict === 'unusable' || verdict === 'own') return tryAnother(trx, email, now);
  if (isBeforeRecipient(error))
    return pause(verdict === 'ours' ? causeWithAnswer(refusalCauseText(answer), answer) : troubleText(error));
  if (verdict === 'unknown') {
    if (error.isTimeout || (await isAlike(lostAlike))) await pause(causeWithAnswer(silenceCause, answer), true);
  } else if (isAboutNoOne(verdict)) {
    const cause = verdict === 'ours' ? refusalCauseText(answer) : deferralCause;
    if (await isAlike(refusedAlike)) await pause(causeWithAnswer(cause, answer));
  } else if (isTrial) {
    // The server has answered about one subscriber, so it accepts mail for others.
    await resumeAfterMailServer(trx, issueId, now);
  }
}
