/**
 * The rules for all mails except newsletters: each is retried on its own clock, whether or not the mail server accepts newsletters.
 */
import { asMailError, type MailAnswer, type MailStep } from '#platform/mail/mailer-contract.ts';
import type { AttemptResult, Email, EmailOutcome, EmailRules } from './mail-contract.ts';
import { never } from './mail-rows.ts';

const secondMs = 1_000;
const minuteMs = 60_000;
const longestWaitMinutes = 5;
/** About two days of retries. */
const mostAttempts = 600;
const mostRefusals = 5;
/** A failure in these steps says nothing about the mail, however long the mail server is away. */
const beforeTheMail: MailStep[] = ['connect', 'login', 'sender'];
/** The waits after the first such failures in a row. */
const waitsMs = [5 * secondMs, 15 * secondMs, minuteMs, 2 * minuteMs];

export const transactionalRules: EmailRules = {
  longestWaitMs: 15 * minuteMs,
  attemptMs: 90_000,
  judge: async (_trx, email, result, now) => ({ outcome: transactionalOutcome(email, result, now) }),
};

/** A mail that may have arrived is not sent again by itself: the person asks again. */
function transactionalOutcome(email: Email, result: AttemptResult, now: Date): EmailOutcome {
  if ('outcome' in result) return result.outcome;
  if ('answer' in result) return outcomeOfAccepted(result.answer);
  const { message: answer, responseCode: code, step, outcome } = asMailError(result.error);
  if (outcome === 'unknown') return { state: 'unknown', code, answer, nextAttemptAt: never };
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const isRetried = email.state === 'retry';
  if (beforeTheMail.includes(step) && !isRetried) {
    const waitMs = waitsMs[email.attempts - 1] ?? longestWaitMinutes * minuteMs;
    return { state: 'queued', code, answer, nextAttemptAt: after(waitMs), attempts: email.attempts };
  }
  // Connections that failed before use up none of the attempts that a mail has.
  const attempts = isRetried ? email.attempts : 1;
  const nextAttemptAt = after(Math.min(2 ** (attempts - 1), longestWaitMinutes) * minuteMs);
  if (beforeTheMail.includes(step)) return { state: 'retry', code, answer, nextAttemptAt, attempts: attempts - 1 };
  const most = outcome === 'refused' ? mostRefusals : mostAttempts;
  return attempts >= most
    ? { state: 'failed', code, answer }
    : { state: 'retry', code, answer, nextAttemptAt, attempts };
}

/** By the mail server, or into the outbox folder where there is none. */
export function outcomeOfAccepted({ file, code, answer }: MailAnswer): EmailOutcome {
  return file === undefined ? { state: 'sent', code, answer } : { state: 'kept', code: null, answer };
}
