/** One attempt to hand a mail to the mail server, and what it means for the mail. */
import type { Timing } from '#platform/clock.ts';
import type { AppContext } from '#platform/context.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { createIssueStatus } from '../queue/issue-status.server.ts';
import { type Attempt, nameOf, type Outcome, outcomeOf } from './attempt-outcome.server.ts';
import { failureOf } from './failures.server.ts';
import type { LeasedDelivery, Leases } from './leases.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock' | 'log'> & {
  mailer: Mailer;
  timing: Timing;
  leases: Leases;
  /** Gives up the mails that are being handed over. */
  abandoning: AbortSignal;
  correctClock: () => Promise<void>;
};

export function createAttempts({ db, config, clock, log, mailer, ...context }: Context) {
  const { leases, abandoning, correctClock, timing } = context;
  const statusOf = createIssueStatus(db, timing);

  async function send(delivery: LeasedDelivery, isStillOurs: () => boolean): Promise<Outcome> {
    const status = await statusOf(delivery.issueId, delivery.isProbe);
    if (typeof status === 'object') return { state: 'skipped', code: null, answer: status.unpublished };
    if (status === 'waiting') return queuedAgain(clock.now());
    const { code, answer, file } = await mailer.send(delivery.mail, { signal: abandoning, isStillOurs });
    log.info(file ? 'mail kept' : 'mail sent', { ...nameOf(delivery), code, ...(file ? { file } : {}) });
    return file ? { state: 'kept', code: null, answer } : { state: 'sent', code, answer };
  }

  function afterFailure(delivery: LeasedDelivery, error: unknown, isLeaseOver: boolean): Attempt<LeasedDelivery> {
    const now = clock.now();
    const failure = failureOf(error, { from: config.mailFrom.address, to: delivery.mail.to });
    const outcome = outcomeOf(failure, delivery, { now, random: timing.random });
    if (abandoning.aborted) {
      // What may have arrived is not sent again by the next worker; any other mail is, at once. It says nothing of the server.
      const abandoned = failure.verdict === 'unknown' ? outcome : queuedAgain(now, failure);
      log.warn('mail abandoned by the stop', { ...nameOf(delivery), outcome: abandoned.state });
      return { delivery, outcome: abandoned, failure: null };
    }
    if (isLeaseOver && failure.verdict !== 'unknown') {
      // This worker itself stopped it: unless somebody else has it, it is due again at once.
      log.warn('mail kept back because its lease was over', nameOf(delivery));
      return { delivery, outcome: queuedAgain(now), failure: null };
    }
    log.warn('mail not sent', { ...nameOf(delivery), outcome: outcome.state, code: outcome.code, error });
    return { delivery, outcome, failure };
  }

  async function isStillOurs(delivery: LeasedDelivery): Promise<boolean> {
    try {
      return await leases.isStillOurs(delivery);
    } catch (error) {
      log.error('the lease of a mail could not be renewed', { ...nameOf(delivery), error });
      return false;
    }
  }

  return {
    /** Null for a mail that is not this worker's any more: it is not begun. */
    async make(delivery: LeasedDelivery): Promise<Attempt<LeasedDelivery> | null> {
      if (!(await isStillOurs(delivery))) return null;
      let isLeaseOver = false;
      try {
        const outcome = await send(delivery, () => {
          isLeaseOver = !leases.isLeased(delivery);
          return !isLeaseOver;
        });
        return { delivery, outcome, failure: null };
      } catch (error) {
        await correctClock().catch(() => {});
        return afterFailure(delivery, error, isLeaseOver);
      }
    },
  };
}

/** This attempt does not count. */
function queuedAgain(
  now: Date,
  { code, answer }: { code: number | null; answer: string } = { code: null, answer: '' },
): Outcome {
  return { state: 'queued', code, answer, nextAttemptAt: now.toISOString() };
}
