/** One attempt at one e-mail of the outbox: by the worker, or by whoever has just written it. */
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { Mailer, SendOptions } from '#platform/mail/mailer.ts';
import type { AttemptResult, Email, EmailKind, EmailOutcome, EmailRules } from './email-kind.ts';
import { finish } from './email-queue.ts';

export type AttemptContext = Pick<AppContext, 'db' | 'config' | 'clock' | 'log'> & { mailer: Mailer };

/** In the transaction that writes it down. */
export type OutcomeOf = (trx: Db, now: Date) => Promise<EmailOutcome>;

export const notNeeded = 'Not needed any more';

/** Null when nobody wants it any more. */
export async function attempt(
  { clock, log, mailer }: AttemptContext,
  { kind, email }: { kind: EmailKind; email: Email },
  options: SendOptions,
): Promise<AttemptResult | null> {
  try {
    if (!(await kind.isWanted(email, clock.now()))) return null;
    const { isStillWanted, ...written } = await kind.write(email, clock.now());
    // Again: writing it took a while.
    if (!(await kind.isWanted(email, clock.now())) || (isStillWanted && !(await isStillWanted()))) return null;
    const answer = await mailer.send({ ...written, messageId: email.messageId }, options);
    const { file, code } = answer;
    log.info(file ? 'mail kept' : 'mail sent', { ...nameOf(email), code, ...(file ? { file } : {}) });
    return { answer };
  } catch (error) {
    return { error };
  }
}

/** What the rules of its group make of it. */
export function outcomeBy(rules: EmailRules, email: Email, result: AttemptResult | null): OutcomeOf {
  const unwanted = { state: 'failed', code: null, answer: notNeeded } as const;
  return async (trx, now) => (result ? rules.outcomeOf(trx, email, result, now) : unwanted);
}

/** False when the lease had gone to somebody else; then nothing is written. */
export async function recordOutcome(
  { db, clock }: Pick<AttemptContext, 'db' | 'clock'>,
  { email, owner, outcomeOf }: { email: Email; owner: string; outcomeOf: OutcomeOf },
): Promise<boolean> {
  const now = clock.now();
  return transact(db, async (trx) => finish(trx, { id: email.id, owner, now, outcome: await outcomeOf(trx, now) }));
}

/** For the log: no address. */
export function nameOf({ kind, id, attempts }: Email) {
  return { kind, id, attempts };
}
