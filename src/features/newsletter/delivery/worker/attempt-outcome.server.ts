/** What an attempt means for its mail: sent, tried again later, or given up. */
import { type ClaimedDelivery, never } from '../queue/delivery-queue.server.ts';
import type { Failure } from './failures.server.ts';

export type Attempt<Delivery = ClaimedDelivery> = { delivery: Delivery; outcome: Outcome; failure: Failure | null };

/** When an attempt ended, and the randomness that spreads the next ones. */
export type Draw = { now: Date; random: () => number };

type Ending = { code: number | null; answer: string };

export type Outcome = Ending &
  // `kept`: there is no mail server, and nobody got it.
  (
    | { state: 'sent' | 'kept' | 'failed' | 'skipped' }
    // `queued`: not this mail's fault, and this attempt does not count.
    | { state: 'retry' | 'unknown' | 'queued'; nextAttemptAt: string }
  );

const minuteMs = 60_000;
const longestWaitMinutes = 60;
/** Some 48 hours of waits. Counted, not timed: what the mail server or this machine was away for is no attempt. */
export const attemptsBeforeGivingUp = 53;

/**
 * What a failed attempt means for the mail itself: another in 1, 2, 4… 60 minutes, up to a fifth earlier so that not all
 * come back at once; one as soon as the mail server takes mails again, which then is no attempt; or the end.
 */
export function outcomeOf(
  { verdict, step, code, answer }: Failure,
  delivery: ClaimedDelivery,
  { now, random }: Draw,
): Outcome {
  const at = (ms: number) => ({ nextAttemptAt: new Date(now.getTime() + ms).toISOString() });
  if (verdict === 'unknown') return { state: 'unknown', code, answer, nextAttemptAt: never };
  if (verdict === 'soft' || verdict === 'hard' || verdict === 'unusable') return { state: 'failed', code, answer };
  // Once the server knows the recipient, the mail itself may be the cause: its attempts are counted.
  if (verdict === 'server' && step !== 'recipient' && step !== 'data')
    return { state: 'queued', code, answer, ...at(0) };
  // It is queued behind all others.
  if (verdict === 'ours') return { state: 'queued', code, answer, ...at(0) };
  if (verdict === 'general' && delivery.isProbe) return { state: 'queued', code, answer, ...at(0) };
  if (delivery.attempts >= attemptsBeforeGivingUp) return { state: 'failed', code, answer };
  return later({ code, answer }, delivery, { now, random });
}

export function later(
  { code, answer }: Ending,
  { attempts }: Pick<ClaimedDelivery, 'attempts'>,
  { now, random }: Draw,
) {
  const wait = Math.min(2 ** (Math.min(attempts, attemptsBeforeGivingUp) - 1), longestWaitMinutes) * minuteMs;
  const nextAttemptAt = new Date(now.getTime() + Math.round(wait * (1 - random() / 5))).toISOString();
  return { state: 'retry' as const, code, answer, nextAttemptAt };
}

/** For the log: no address. */
export function nameOf({ id, attempts }: { id: number; attempts: number }) {
  return { id, attempts };
}
