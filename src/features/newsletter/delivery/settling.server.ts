/**
 * How mails ended, written down before their connections take the next ones: everything that ends at the same time goes
 * into one transaction, with what it means for addresses, issues and the mail server.
 */
import { setImmediate as letOthersEnd } from 'node:timers/promises';
import { recordBounce } from '#features/newsletter/bounces/bounces.server.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { Failure } from './failures.server.ts';
import {
  attemptsBeforeGivingUp,
  type Claimed,
  type Draw,
  finish,
  type Lease,
  later,
  type Outcome,
} from './ledger.server.ts';
import { createWatch } from './mail-server/outcome-watch.server.ts';
import { areOthersServed, areOthersServedSince } from './others-served.server.ts';

export type Ended = { row: Claimed; outcome: Outcome; failure: Failure | null };

export type Settle = (ended: Ended) => Promise<boolean>;

type Context = {
  db: Db;
  owner: string;
  clock: { now(): Date };
  random: () => number;
  whenStopped: () => Promise<void>;
};

/**
 * What it answers resolves to false when the mail had been taken over by another worker. `whenStopped` is called when an
 * issue or everything must wait, before the next mails are begun.
 */
export function createSettling({ db, owner, clock, random, whenStopped }: Context): Settle {
  type Waiting = { ended: Ended; done: PromiseWithResolvers<boolean> };
  const watch = createWatch();
  let waiting: Waiting[] = [];
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
        const lease = { owner, now: clock.now(), random };
        const { ours, isStopped } = await transact(db, async (trx) => {
          const settled = await settleAll(
            trx,
            batch.map(({ ended }) => ended),
            lease,
          );
          const all = settled.filter((one) => one !== null);
          return { ours: settled.map((one) => one !== null), isStopped: await watch.note(trx, all, lease.now) };
        });
        if (isStopped) await whenStopped();
        for (const [index, { done }] of batch.entries()) done.resolve(ours[index] ?? false);
      } catch (error) {
        for (const { done } of batch) done.reject(error);
      }
    }
    isRunning = false;
  }

  return (ended) => {
    const done = Promise.withResolvers<boolean>();
    waiting.push({ ended, done });
    if (!isRunning) void run();
    return done.promise;
  };
}

/** Null for what had been taken over. */
async function settleAll(trx: Db, all: Ended[], { owner, now, random }: Lease & Draw): Promise<(Ended | null)[]> {
  const settled: (Ended | null)[] = [];
  for (const ended of all) {
    const { row, failure } = ended;
    const isServed = failure !== null && (await areOthersServed(trx, row));
    const outcome = failure ? await fairly(trx, { ...ended, failure }, isServed, { now, random }) : ended.outcome;
    const isOurs = await finish(trx, { id: row.id, owner, now, outcome });
    settled.push(isOurs ? { ...ended, outcome } : null);
    if (isOurs && failure && outcome.state === 'failed') await noteBounce(trx, { row, failure, isServed }, now);
  }
  return settled;
}

/** Nothing counts against a reader while nobody else is served: then it is the mail server's trouble. */
async function fairly(
  trx: Db,
  { row, outcome, failure }: Ended & { failure: Failure },
  isServed: boolean,
  draw: Draw,
): Promise<Outcome> {
  const { verdict, code, answer } = failure;
  if (verdict === 'ours' && outcome.state === 'queued') {
    const wasRefused = (row.smtpCode ?? 0) >= 500;
    // A second time, while others were taken in between: it is this reader's server.
    return wasRefused && (await areOthersServedSince(trx, row)) ? { state: 'failed', code, answer } : outcome;
  }
  if (outcome.state !== 'failed' || isServed || verdict === 'hard' || verdict === 'unusable') return outcome;
  return verdict === 'soft' && row.attempts >= attemptsBeforeGivingUp ? outcome : later(failure, row, draw);
}

async function noteBounce(
  trx: Db,
  { row, failure, isServed }: { row: Ended['row']; failure: Failure; isServed: boolean },
  now: Date,
): Promise<void> {
  const { verdict, answer } = failure;
  const isAboutMailbox = verdict === 'hard' || (isServed && (verdict === 'soft' || verdict === 'deferred'));
  if (!isAboutMailbox) return;
  const kind = verdict === 'hard' ? 'hard' : 'soft';
  const { subscriberId, messageId } = row;
  await recordBounce(trx, { subscriberId, kind, source: 'smtp', messageId, answer }, now);
}
