/** For e-mails that someone waits for: tried on their own clock, whether or not the mail server takes newsletters. */
import { type MailAnswer, MailError } from '#platform/mail/mailer.ts';
import type { AttemptResult, Email, EmailOutcome, EmailRules } from './mail-contract.ts';

const minuteMs = 60_000;
const longestWaitMinutes = 5;
/** Some two days of waits. */
const mostAttempts = 600;
const mostRefusals = 5;

export const transactionalRules: EmailRules = {
  longestWaitMs: 15 * minuteMs,
  attemptMs: 90_000,
  judge: async (_trx, email, result, now) => ({ outcome: transactionalOutcome(email, result, now) }),
};

/** Twice the same harms no one: what may have arrived is sent again. */
export function transactionalOutcome({ attempts }: Email, result: AttemptResult, now: Date): EmailOutcome {
  if ('outcome' in result) return result.outcome;
  if ('answer' in result) return acceptedOutcome(result.answer);
  const { error } = result;
  const answer = error instanceof Error ? error.message : String(error);
  const code = error instanceof MailError ? error.responseCode : null;
  const isRefused = error instanceof MailError && error.outcome === 'refused';
  if (attempts >= (isRefused ? mostRefusals : mostAttempts)) return { state: 'failed', code, answer };
  const waitMs = Math.min(2 ** Math.min(attempts - 1, 10), longestWaitMinutes) * minuteMs;
  return { state: 'retry', code, answer, nextAttemptAt: new Date(now.getTime() + waitMs).toISOString() };
}

/** By the mail server, or into the outbox folder where there is none. */
export function acceptedOutcome({ file, code, answer }: MailAnswer): EmailOutcome {
  return file === undefined ? { state: 'sent', code, answer } : { state: 'kept', code: null, answer };
}
