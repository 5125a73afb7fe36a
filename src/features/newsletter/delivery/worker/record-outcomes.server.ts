/**
 * Writes outcomes down before their connections take the next mails: all that come at the same time go into one
 * transaction, with what they mean for addresses, issues and the mail server.
 */
import { setImmediate as letOthersEnd } from 'node:timers/promises';
import { recordBounce } from '#features/newsletter/bounces/bounces.server.ts';
import type { Timing } from '#platform/clock.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { createOutcomeWatch } from '../mail-server/outcome-watch.server.ts';
import { finish, type Lease } from '../queue/delivery-queue.server.ts';
import {
  type Attempt,
  attemptsBeforeGivingUp,
  type Draw,
  later,
  nameOf,
  type Outcome,
} from './attempt-outcome.server.ts';
import type { Failure } from './failures.server.ts';
import type { LeasedDelivery, Leases } from './leases.server.ts';
import { areOthersServed, areOthersServedSince } from './others-served.server.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'log'> & {
  owner: string;
  timing: Timing;
  leases: Leases;
  stopping: AbortSignal;
};

const tryAgainMs = 500;

export function createOutcomeRecorder({ db, clock, log, owner, timing, leases, stopping }: Context) {
  const watch = createOutcomeWatch();
  const recordOutcome = inBatches(recordOutcomes);

  /** Answers of each whether it was still this worker's. */
  async function recordOutcomes(attempts: Attempt[]): Promise<boolean[]> {
    const lease = { owner, now: clock.now(), random: timing.random };
    const { recorded, isStopped } = await transact(db, async (trx) => {
      const recorded = await recordAll(trx, attempts, lease);
      const ours = recorded.filter((attempt) => attempt !== null);
      return { recorded, isStopped: await watch.note(trx, ours, lease.now) };
    });
    // Before the next mails are begun.
    if (isStopped) await leases.releaseUnwanted();
    return recorded.map((attempt) => attempt !== null);
  }

  return {
    /** A mail that has gone out must be written down: the lease is kept until the database takes it. */
    async record(attempt: Attempt<LeasedDelivery>): Promise<void> {
      const { delivery } = attempt;
      for (let isTold = false; leases.has(delivery); isTold = true) {
        try {
          if (!(await recordOutcome(attempt))) log.warn('mail was taken over by another worker', nameOf(delivery));
          return;
        } catch (error) {
          if (!isTold) log.error('the outcome of a mail could not be written', { ...nameOf(delivery), error });
          if (stopping.aborted) return;
          await timing.sleep(tryAgainMs);
        }
      }
    },
  };
}

/** One call for all that is asked for while the last one runs. */
function inBatches<Item, Answer>(work: (items: Item[]) => Promise<Answer[]>): (item: Item) => Promise<Answer> {
  let waiting: { item: Item; done: PromiseWithResolvers<Answer> }[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // Until the answers that have come in meanwhile are read: a transaction for each mail would cost twice as much.
      await letOthersEnd();
      await letOthersEnd();
      const batch = waiting;
      waiting = [];
      try {
        const answers = await work(batch.map(({ item }) => item));
        for (const [index, { done }] of batch.entries()) done.resolve(answers[index] as Answer);
      } catch (error) {
        for (const { done } of batch) done.reject(error);
      }
    }
    isRunning = false;
  }

  return (item) => {
    const done = Promise.withResolvers<Answer>();
    waiting.push({ item, done });
    if (!isRunning) void run();
    return done.promise;
  };
}

/** Null for what another worker has taken over. */
async function recordAll(
  trx: Db,
  attempts: Attempt[],
  { owner, now, random }: Lease & Draw,
): Promise<(Attempt | null)[]> {
  const recorded: (Attempt | null)[] = [];
  for (const attempt of attempts) {
    const { delivery, failure } = attempt;
    const isServed = failure !== null && (await areOthersServed(trx, delivery));
    const outcome = failure ? await fairly(trx, { ...attempt, failure }, isServed, { now, random }) : attempt.outcome;
    const isOurs = await finish(trx, { id: delivery.id, owner, now, outcome });
    recorded.push(isOurs ? { ...attempt, outcome } : null);
    if (isOurs && failure && outcome.state === 'failed') await noteBounce(trx, { delivery, failure, isServed }, now);
  }
  return recorded;
}

/** Nothing counts against a reader while nobody else is served: then it is the mail server's trouble. */
async function fairly(
  trx: Db,
  { delivery, outcome, failure }: Attempt & { failure: Failure },
  isServed: boolean,
  draw: Draw,
): Promise<Outcome> {
  const { verdict, code, answer } = failure;
  if (verdict === 'ours' && outcome.state === 'queued') {
    const wasRefused = (delivery.smtpCode ?? 0) >= 500;
    // A second time, while others were taken in between: it is this reader's server.
    return wasRefused && (await areOthersServedSince(trx, delivery)) ? { state: 'failed', code, answer } : outcome;
  }
  if (outcome.state !== 'failed' || isServed || verdict === 'hard' || verdict === 'unusable') return outcome;
  return verdict === 'soft' && delivery.attempts >= attemptsBeforeGivingUp ? outcome : later(failure, delivery, draw);
}

async function noteBounce(
  trx: Db,
  { delivery, failure, isServed }: Pick<Attempt, 'delivery'> & { failure: Failure; isServed: boolean },
  now: Date,
): Promise<void> {
  const { verdict, answer } = failure;
  const isAboutMailbox = verdict === 'hard' || (isServed && (verdict === 'soft' || verdict === 'deferred'));
  if (!isAboutMailbox) return;
  const kind = verdict === 'hard' ? 'hard' : 'soft';
  const { subscriberId, messageId } = delivery;
  await recordBounce(trx, { subscriberId, kind, source: 'smtp', messageId, answer }, now);
}
