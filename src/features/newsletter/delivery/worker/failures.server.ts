/** Why an attempt to send a mail failed, as far as the attempt itself can tell. */

import { classifyAnswer, type Verdict } from '#features/newsletter/bounces/classify-answer.ts';
import { MailError, type MailStep } from '#platform/mail/mailer.ts';
import { troubleOf } from '../mail-server/mail-trouble.ts';

export type Failure = {
  /**
   * `unknown`: all of the mail was handed over, and nobody knows whether it was taken. `own`: it failed before any server
   * heard of it, and may fare better next time.
   */
  verdict: Verdict | 'unknown' | 'own';
  step: MailStep;
  code: number | null;
  answer: string;
  isTimeout: boolean;
  /** In words, for administrators. */
  trouble: string;
};

export function failureOf(error: unknown, envelope: { from: string; to: string }): Failure {
  if (!(error instanceof MailError)) {
    const answer = error instanceof Error ? error.message : String(error);
    return { verdict: 'own', step: 'compose', code: null, answer, isTimeout: false, trouble: '' };
  }
  const { message: answer, responseCode: code, step, isTimeout, systemCode } = error;
  const verdict = verdictOf(error, envelope);
  return { verdict, step, code, answer, isTimeout, trouble: troubleOf({ step, code, systemCode, isTimeout, answer }) };
}

function verdictOf(error: MailError, envelope: { from: string; to: string }): Failure['verdict'] {
  const { message: answer, responseCode: code, step, outcome } = error;
  if (outcome === 'unknown') return 'unknown';
  if (step === 'compose' && outcome === 'temporary') return 'own';
  return classifyAnswer({ step, code, answer }, envelope);
}
