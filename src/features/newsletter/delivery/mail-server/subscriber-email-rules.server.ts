/**
 * What an attempt at an e-mail to a subscriber means, by what the mail server's answer speaks of: the same trouble that stops
 * newsletters stops these, and one that is taken shows that it is over.
 */
import { systemTiming, type Timing } from '#platform/clock.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import type { MailAnswer } from '#platform/mail/mailer.ts';
import type { Email, EmailOutcome, EmailRules } from '#platform/mail/outbox/email-kind.ts';
import { taken } from '#platform/mail/outbox/insistent-rules.ts';
import { attemptsBeforeGivingUp, type Draw, later } from '../worker/attempt-outcome.server.ts';
import { type Failure, failureOf } from '../worker/failures.server.ts';
import { isAnyEmailSent } from '../worker/others-served.server.ts';
import { closeBreaker } from './mail-breaker.server.ts';
import { deferralCause, refusalCause, withAnswer } from './mail-trouble.ts';
import { alikeMany, stopAll } from './outcome-watch.server.ts';
import type { Probes } from './probes.server.ts';

const hourMs = 3_600_000;

export function subscriberEmailRules(
  { config, timing: { random } = systemTiming }: Pick<AppContext, 'config'> & { timing?: Timing },
  probes: Probes,
): EmailRules {
  /** Whom the server has put off since the last mail it took. */
  const putOff = new Set<number>();

  async function noteTaken(trx: Db, { isProbe }: Email, answer: MailAnswer, now: Date): Promise<EmailOutcome> {
    putOff.clear();
    // What is only kept for want of a mail server waits for none any more.
    if (isProbe) await closeBreaker(trx, now);
    return taken(answer);
  }

  async function noteFailure(trx: Db, email: Email, failure: Failure, now: Date): Promise<void> {
    const { verdict, answer, trouble } = failure;
    if (verdict === 'own' || verdict === 'unusable' || verdict === 'unknown') return;
    if (verdict === 'server') return void (await stopAll(trx, trouble, now));
    const isGeneral = verdict === 'general';
    if (verdict !== 'ours' && !isGeneral) return email.isProbe ? closeBreaker(trx, now) : undefined;
    // A second attempt shows less: what is left are those who are put off for reasons of their own.
    if (!isGeneral || email.attempts === 1 || email.isProbe) putOff.add(email.subscriberId ?? 0);
    if (putOff.size < alikeMany && !(isGeneral && email.isProbe)) return;
    await stopAll(trx, withAnswer(isGeneral ? deferralCause : refusalCause(answer), answer), now);
  }

  return {
    admit: (now) => probes.admit('emails', now),
    async outcomeOf(trx, email, result, now) {
      if ('answer' in result) return noteTaken(trx, email, result.answer, now);
      const failure = failureOf(result.error, { from: config.mailFrom.address, to: await addressOf(trx, email) });
      await noteFailure(trx, email, failure, now);
      return outcomeOfFailure(trx, email, failure, { now, random });
    },
  };
}

async function outcomeOfFailure(trx: Db, email: Email, failure: Failure, draw: Draw): Promise<EmailOutcome> {
  const { verdict, step, code, answer } = failure;
  const hasTriedEnough = email.attempts >= attemptsBeforeGivingUp;
  if (verdict === 'hard' || verdict === 'unusable') return { state: 'failed', code, answer };
  if (verdict === 'soft' && (hasTriedEnough || (await areOthersServed(trx, email))))
    return { state: 'failed', code, answer };
  // Once the server knows the recipient, the mail itself may be the cause: its attempts are counted.
  const isServers = verdict === 'server' && step !== 'recipient' && step !== 'data';
  if (isServers || (verdict === 'general' && email.isProbe))
    return { state: 'queued', code, answer, nextAttemptAt: draw.now.toISOString() };
  if (hasTriedEnough && (await areOthersServed(trx, email))) return { state: 'failed', code, answer };
  return later({ code, answer }, email, draw);
}

/** Nothing counts against a reader while nobody else is served: then it is the mail server's trouble. */
function areOthersServed(trx: Db, { subscriberId, createdAt }: Email): Promise<boolean> {
  const since = new Date(Date.parse(createdAt) - hourMs).toISOString();
  return isAnyEmailSent(trx, { subscriberId: subscriberId ?? 0, since });
}

async function addressOf(trx: Db, { subscriberId }: Email): Promise<string> {
  const subscriber = trx.selectFrom('subscribers').select('email').where('id', '=', subscriberId);
  return (await subscriber.executeTakeFirst())?.email ?? '';
}
