/**
 * How mails ended, written down before their connections take the next ones: everything that ends at the same time goes
 * into one transaction, with what it means for addresses and issues.
 */
import { setImmediate as letOthersEnd } from 'node:timers/promises';
import { audit } from '#platform/audit.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { bounceKind, recordBounce } from './bounces.server.ts';
import { type Claimed, finish, type Lease, type LedgerName, type Outcome } from './ledger.server.ts';

export type Ended = { row: Claimed & { ledger: LedgerName }; outcome: Outcome; isLoginRefused: boolean };

/** Of the last mails of an issue so many refused for good pause it: 20 % of 50. */
const watched = 50;
const tooMany = 10;

const addresses = /(?<![^\s<>@])[^\s<>@]+@[^\s<>@]+/g;

export type Settle = (ended: Ended) => Promise<boolean>;

/** What it answers resolves to false when the mail had been taken over by another worker. */
export function createSettling(db: Db, owner: string, clock: { now(): Date }): Settle {
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
        const lease = { owner, now: clock.now() };
        const all = batch.map(({ ended }) => ended);
        const ours = await transact(db, (trx) => settleAll(trx, all, lease));
        await watch.pauseWhereNeeded(
          db,
          all.filter((_, index) => ours[index]),
          lease.now,
        );
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

async function settleAll(trx: Db, all: Ended[], { owner, now }: Lease): Promise<boolean[]> {
  const ours: boolean[] = [];
  for (const { row, outcome } of all) {
    const isOurs = await finish(trx, row.ledger, { id: row.id, owner, now, outcome });
    ours.push(isOurs);
    if (!isOurs || row.ledger === 'letters' || outcome.state !== 'failed') continue;
    const kind = bounceKind(outcome.code, outcome.answer);
    const { subscriberId, messageId } = row;
    const { answer } = outcome;
    if (kind) await recordBounce(trx, { subscriberId, kind, source: 'smtp', messageId, answer }, now);
  }
  return ours;
}

/** Remembers how the last mails of each issue ended, as far as this worker sent them. */
function createWatch() {
  const recent = new Map<number, boolean[]>();

  function isRefusedTooOften(issueId: number, isRefused: boolean): boolean {
    const ends = [...(recent.get(issueId) ?? []), isRefused].slice(-watched);
    recent.set(issueId, ends);
    return ends.filter(Boolean).length >= tooMany;
  }

  return {
    async pauseWhereNeeded(db: Db, all: Ended[], now: Date): Promise<void> {
      for (const { row, outcome, isLoginRefused } of all) {
        if (isLoginRefused)
          await pauseIssues(
            db,
            null,
            `The mail server does not accept the user name and password: ${outcome.answer}`,
            now,
          );
        if (row.issueId === null) continue;
        const isRefused = outcome.state === 'failed' && (outcome.code ?? 0) >= 500;
        if (!['sent', 'failed'].includes(outcome.state) || !isRefusedTooOften(row.issueId, isRefused)) continue;
        recent.delete(row.issueId);
        const refused = `${tooMany} of the last mails, at most ${watched}, were refused for good.`;
        await pauseIssues(db, row.issueId, `${refused} The last answer: ${outcome.answer}`, now);
      }
    },
  };
}

/** Pauses one issue, or with null all that are being sent. No address stays in the reason when its reader is erased. */
async function pauseIssues(db: Db, issueId: number | null, reason: string, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    const paused = await trx
      .updateTable('issues')
      .set({
        state: 'paused',
        pauseReason: reason.slice(0, 1000).replace(addresses, '[address]').slice(0, 1000),
        updatedAt: now.toISOString(),
      })
      .where('state', '=', 'sending')
      .$if(issueId !== null, (query) => query.where('id', '=', issueId))
      .returning('articleId')
      .execute();
    for (const { articleId } of paused)
      await audit(trx, { at: now, administratorId: null, action: 'newsletter.pause', entityId: articleId });
  });
}
