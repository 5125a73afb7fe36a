/**
 * The rules for all mails except newsletters: each is retried on its own clock, whether or not the mail server accepts newsletters.
 */
import { asMailError, type MailAnswer, type MailStep } from '#platform/mail/mailer-contract.ts';
import type { AttemptResult, Email, EmailOutcome, EmailRules } from './mail-contract.ts';

const minuteMs = 60_000;
const longestWaitMinutes = 5;
/** About two days of retries. */
const mostAttempts = 600;
const mostRefusals = 5;
/**
 * A failure in these steps says nothing about the mail, however long the mail server is away. Mails to administrators are retried
 * sooner.
 */
const beforeTheMail: MailStep[] = ['connect', 'login', 'sender'];

export const transactionalRules: EmailRules = {
  longestWaitMs: 15 * minuteMs,
  attemptMs: 90_000,
  judge: async (_trx, email, result, now) => ({ outcome: transactionalOutcome(email, result, now) }),
};

/** A mail that may have arrived is sent again: a second copy harms no one. */
function transactionalOutcome({ attempts, recipient }: Email, result: AttemptResult, now: Date): EmailOutcome {
  if ('outcome' in result) return result.outcome;
  if ('answer' in result) return outcomeOfAccepted(result.answer);
  const { message: answer, responseCode: code, step, outcome } = asMailError(result.error);
  const isServers = beforeTheMail.includes(step) && recipient === null;
  const waitMinutes = isServers ? longestWaitMinutes : Math.min(2 ** Math.min(attempts - 1, 10), longestWaitMinutes);
  const nextAttemptAt = new Date(now.getTime() + waitMinutes * minuteMs).toISOString();
  if (isServers) return { state: 'queued', code, answer, nextAttemptAt };
  const most = outcome === 'refused' ? mostRefusals : mostAttempts;
  return attempts >= most ? { state: 'failed', code, answer } : { state: 'retry', code, answer, nextAttemptAt };
}

/** By the mail server, or into the outbox folder where there is none. */
export function outcomeOfAccepted({ file, code, answer }: MailAnswer): EmailOutcome {
  return file === undefined ? { state: 'sent', code, answer } : { state: 'kept', code: null, answer };
}
