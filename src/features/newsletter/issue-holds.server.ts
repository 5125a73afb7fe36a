/**
 * An issue is held while the mail server refuses what it is, not whom it goes to: its size, its sender, its words. One mail
 * at a time probes; the first that is taken lifts the hold.
 */
import type { Db } from '#platform/db/db.ts';
import { dueAtOnce, probeEveryMs } from './mail-breaker.server.ts';

/** Longer than the mail server may take for an answer: no second probe runs beside it. */
const probeUnderWayMs = 15 * 60_000;
const longestWaitMs = 60 * 60_000;

type Hold = { issueId: number; reason: string; now: Date };

export const notHeld = { heldSince: null, holdReason: null, nextProbeAt: null } as const;

/** Answers whether it was not held before. */
export async function holdIssue(trx: Db, { issueId, reason, now }: Hold, waitMs = probeEveryMs): Promise<boolean> {
  const held = {
    holdReason: reason.slice(0, 1000),
    nextProbeAt: new Date(now.getTime() + waitMs).toISOString(),
  };
  const issue = trx.updateTable('issues').where('id', '=', issueId).where('state', '=', 'sending');
  const begun = await issue
    .set({ ...held, heldSince: now.toISOString(), updatedAt: now.toISOString() })
    .where('heldSince', 'is', null)
    .executeTakeFirst();
  if (begun.numUpdatedRows > 0n) return true;
  await issue.set(held).where('heldSince', 'is not', null).execute();
  return false;
}

/** Each mail in doubt makes the wait for the next probe twice as long: a probe may put another in doubt. */
export async function waitAfterDoubt(trx: Db, issueId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('issueId', '=', issueId)
    .where('state', '=', 'unknown')
    .executeTakeFirstOrThrow();
  return Math.min(probeEveryMs * 2 ** Math.min(Math.max(0, Number(count) - 1), 10), longestWaitMs);
}

export async function liftHold(trx: Db, issueId: number, now: Date): Promise<void> {
  const held = trx
    .selectFrom('issues')
    .select('heldSince')
    .where('id', '=', issueId)
    .where('heldSince', 'is not', null);
  const since = (await held.executeTakeFirst())?.heldSince;
  if (!since) return;
  await trx
    .updateTable('issues')
    .set({ ...notHeld, updatedAt: now.toISOString() })
    .where('id', '=', issueId)
    .execute();
  await dueAtOnce(trx, issueId, { since, now });
}

/** Of the newsletter that waits longest. */
export async function readFirstHeld(db: Db): Promise<{ reason: string; since: string } | null> {
  const issue = await db
    .selectFrom('issues')
    .select(['heldSince', 'holdReason'])
    .where('state', '=', 'sending')
    .where('heldSince', 'is not', null)
    .orderBy('heldSince')
    .executeTakeFirst();
  return issue?.heldSince ? { reason: issue.holdReason ?? '', since: issue.heldSince } : null;
}

/** How many mails wait with newsletters that are held. */
export async function countHeld(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .innerJoin('issues', 'issues.id', 'deliveries.issueId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('issues.state', '=', 'sending')
    .where('issues.heldSince', 'is not', null)
    .where('deliveries.state', 'in', ['queued', 'retry'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The issues of which one mail may be tried now, by whoever is answered them. */
export async function takeIssueProbes(trx: Db, now: Date): Promise<number[]> {
  const at = now.toISOString();
  const taken = await trx
    .updateTable('issues')
    .set({ nextProbeAt: new Date(now.getTime() + probeUnderWayMs).toISOString() })
    .where('state', '=', 'sending')
    .where('nextProbeAt', '<=', at)
    .returning('id')
    .execute();
  return taken.map(({ id }) => id);
}

export async function isIssueProbeDue(db: Db, now: Date): Promise<boolean> {
  const due = db.selectFrom('issues').select('id').where('state', '=', 'sending');
  return (await due.where('nextProbeAt', '<=', now.toISOString()).limit(1).executeTakeFirst()) !== undefined;
}

/** Lets the next mail of a held issue be tried now; answers whether it is held. */
export async function probeIssueSoon(trx: Db, issueId: number, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('issues')
    .set({ nextProbeAt: now.toISOString() })
    .where('id', '=', issueId)
    .where('heldSince', 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
