/** Sends one leased e-mail and writes down the outcome. */
import type { Timing } from '#platform/clock.ts';
import { type AttemptContext, attempt, nameOf, type OutcomeOf, outcomeBy, recordOutcome } from './attempt.ts';
import type { EmailGroup, EmailKind, EmailOutcome } from './email-kind.ts';
import type { EmailLeases, LeasedEmail } from './email-leases.ts';

type DeliveryContext = AttemptContext & {
  owner: string;
  leases: EmailLeases;
  timing: Pick<Timing, 'sleep'>;
  correctClock: () => Promise<void>;
  /** Aborted when nothing more is begun. */
  stopping: AbortSignal;
  /** Aborted when what the mail server does not answer is dropped. */
  abandoning: AbortSignal;
};

export function createEmailDelivery(context: DeliveryContext) {
  const { owner, leases, timing, log, correctClock, stopping, abandoning } = context;

  async function deliver(group: EmailGroup, email: LeasedEmail): Promise<void> {
    let wasOver = false;
    const isStillOurs = () => {
      wasOver = !leases.isCurrent(email);
      return !wasOver;
    };
    const { rules } = group;
    const signal = rules.attemptMs ? AbortSignal.any([abandoning, AbortSignal.timeout(rules.attemptMs)]) : abandoning;
    const result = await attempt(context, { kind: kindOf(group, email), email }, { signal, isStillOurs });
    if (result && 'error' in result) {
      await correctClock().catch(() => {});
      log.warn('mail not sent', { ...nameOf(email), error: result.error });
      if (abandoning.aborted || wasOver) return record(email, async (_trx, now) => dueAgain(now));
    }
    await record(email, outcomeBy(rules, email, result));
  }

  /** What has gone out must be written down: it is tried again until the database takes it or the lease is lost. */
  async function record(email: LeasedEmail, outcomeOf: OutcomeOf): Promise<void> {
    for (let isLogged = false; leases.has(email); isLogged = true) {
      try {
        if (!(await recordOutcome(context, { email, owner, outcomeOf })))
          log.warn('mail was taken over by another worker', nameOf(email));
        return;
      } catch (error) {
        if (!isLogged) log.error('the outcome of a mail could not be written', { ...nameOf(email), error });
        if (stopping.aborted) return;
        await timing.sleep(500);
      }
    }
  }

  return deliver;
}

function dueAgain(now: Date): EmailOutcome {
  return { state: 'queued', code: null, answer: '', nextAttemptAt: now.toISOString() };
}

/** Only registered kinds are claimed. */
export function kindOf({ kinds }: EmailGroup, { kind }: { kind: string }): EmailKind {
  const known = kinds[kind];
  if (!known) throw new Error(`No such kind of e-mail: ${kind}`);
  return known;
}
