/** Why an attempt to send a newsletter mail failed, and what follows: a later retry, or giving up. */
import { type SelectQueryBuilder, sql } from 'kysely';
import { classifyAnswer, type Verdict } from '#features/newsletter/bounces/classify-answer.ts';
import { subscriberEmailKinds } from '#features/newsletter/subscribers/emails/subscriber-emails.server.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { asMailError, type MailError } from '#platform/mail/mailer-contract.ts';
import type { Email, EmailOutcome } from '#platform/mail/queue/mail-contract.ts';
import { never } from '#platform/mail/queue/mail-rows.ts';

export type Failure = {
  /**
   * `unknown`: the whole mail was handed over, and it is not known whether it was accepted. `own`: it failed before any server saw
   * it, and may succeed next time.
   */
  verdict: Verdict | 'unknown' | 'own';
  error: MailError;
};

export type NewsletterMail = Email & { issueId: number };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const longestWaitMinutes = 60;
/** About 48 hours of waiting. Counted, not timed: downtime of the mail server or this machine is not an attempt. */
const attemptsBeforeGivingUp = 53;
/** Enough mails to find one to another subscriber. */
const looked = 50;

export function classifyFailure(thrown: unknown, envelope: { from: string; to: string }): Failure {
  const error = asMailError(thrown);
  return { verdict: verdictOf(error, envelope), error };
}

function verdictOf(error: MailError, envelope: { from: string; to: string }): Failure['verdict'] {
  const { message: answer, responseCode: code, step, outcome } = error;
  if (outcome === 'unknown') return 'unknown';
  if (step === 'compose' && outcome === 'temporary') return 'own';
  return classifyAnswer({ step, code, answer }, envelope);
}

/**
 * A retry in 1, 2, 4… 60 minutes, up to a fifth earlier so that they spread; or a retry as soon as the mail server accepts mail
 * again, which does not count as an attempt; or giving up. While no one else is served (`isServed`), the mail server is to blame
 * and nothing counts against a subscriber.
 */
export async function outcomeOfFailure(
  trx: Db,
  email: NewsletterMail,
  { verdict, error }: Failure,
  { isServed, now, random }: { isServed: boolean; now: Date; random: () => number },
): Promise<EmailOutcome> {
  const { step, responseCode: code, message: answer } = error;
  const failed = { state: 'failed', code, answer } as const;
  const again = { state: 'queued', code, answer, nextAttemptAt: now.toISOString() } as const;
  const hasTriedEnough = email.attempts >= attemptsBeforeGivingUp;
  if (verdict === 'hard' || verdict === 'unusable') return failed;
  if (verdict === 'unknown') return { state: 'unknown', code, answer, nextAttemptAt: never };
  if (verdict === 'soft' && (isServed || hasTriedEnough)) return failed;
  // Once the server has accepted the recipient, the mail itself may be the cause: attempts count.
  if (verdict === 'server' && step !== 'recipient' && step !== 'data') return again;
  if (verdict === 'general' && email.isTrial) return again;
  if (verdict === 'ours') {
    // Refused twice while others were accepted in between: the subscriber's server is to blame. Otherwise it is retried
    // after all others.
    const wasRefused = (email.smtpCode ?? 0) >= 500;
    return wasRefused && (await isIssueSent(trx, email, email.nextAttemptAt)) ? failed : again;
  }
  if (hasTriedEnough && isServed) return failed;
  const wait = Math.min(2 ** (Math.min(email.attempts, attemptsBeforeGivingUp) - 1), longestWaitMinutes) * minuteMs;
  const nextAttemptAt = new Date(now.getTime() + Math.round(wait * (1 - random() / 5))).toISOString();
  return { state: 'retry', code, answer, nextAttemptAt };
}

/** Whether another subscriber was sent the same issue, or an email, since an hour before the first attempt. */
export async function areOthersServed(trx: Db, email: NewsletterMail): Promise<boolean> {
  const since = new Date(Date.parse(email.createdAt) - hourMs).toISOString();
  if (await isIssueSent(trx, email, since)) return true;
  const emails = trx
    .selectFrom('mails')
    .where(sql<boolean>`issue_id is null`)
    .where('kind', 'in', subscriberEmailKinds);
  return wasSentToOther(emails, email, since);
}

async function isIssueSent(trx: Db, email: NewsletterMail, since: string): Promise<boolean> {
  return wasSentToOther(trx.selectFrom('mails').where('issueId', '=', email.issueId), email, since);
}

async function wasSentToOther(
  mails: SelectQueryBuilder<Tables, 'mails', object>,
  { subscriberId }: Email,
  since: string,
): Promise<boolean> {
  const latest = await mails
    .select(['sentAt', 'subscriberId'])
    .where('state', '=', 'sent')
    .orderBy('nextAttemptAt', 'desc')
    .orderBy('id', 'desc')
    .limit(looked)
    .execute();
  return latest.some((row) => row.subscriberId !== subscriberId && (row.sentAt ?? '') >= since);
}
