/**
 * The rows that say which newsletter goes to whom. A row is `sending` in the database before the SMTP server hears of it,
 * under a lease that its worker renews; what a dead worker was sending is queued again with the same Message-ID. Only the
 * owner of the lease may record the outcome.
 */
import { type ExpressionBuilder, sql } from 'kysely';
import { type Db, isPostgres } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { isIssueProbeDue, takeIssueProbes } from '../mail-server/issue-holds.server.ts';
import type { Outcome } from '../worker/attempt-outcome.server.ts';
import { beginSending, isDelayed } from './send-delay.server.ts';

export type Lease = { owner: string; now: Date };

export type ClaimedDelivery = {
  id: number;
  attempts: number;
  messageId: string;
  createdAt: string;
  subscriberId: number;
  issueId: number;
  /** The code of the answer to its last attempt. */
  smtpCode: number | null;
  /** When this attempt was due; of one that was put back, when that was. */
  nextAttemptAt: string;
  /** One mail sent while others wait, to see whether the mail server takes it. */
  isProbe: boolean;
};

/** With what is sent. */
export type OutgoingDelivery = ClaimedDelivery & { mail: Mail };

/** A worker that is killed is taken over after this long; it renews its leases every quarter of it. */
export const leaseMs = 8_000;
/** The next attempt of what is not tried again. */
export const never = '9999-12-31T23:59:59.999Z';

const claimable = ['retry', 'queued'] as const;

/** Takes up to `limit` due rows for `owner`; must run in a transaction. Those to be tried again come first. */
export async function claimDue(trx: Db, { owner, now, limit }: Lease & { limit: number }): Promise<ClaimedDelivery[]> {
  const ids: number[] = [];
  const claim = async (due: ReturnType<typeof dueOfIssue>, most: number) => {
    const wanted = ids.length + Math.min(most, limit - ids.length);
    for (const query of due) {
      if (ids.length >= wanted) break;
      const rows = await query
        .orderBy('nextAttemptAt')
        .orderBy('id')
        .limit(wanted - ids.length)
        .$if(isPostgres(trx), (one) => one.forUpdate().skipLocked())
        .execute();
      ids.push(...rows.map((row) => row.id));
    }
  };
  if (await isIssueProbeDue(trx, now))
    for (const issueId of await takeIssueProbes(trx, now)) {
      const before = ids.length;
      await claim(dueOfIssue(trx, issueId, now), 1);
      // What is to be tried again later probes too, rather than that nobody does.
      if (ids.length === before) await claim(dueOfIssue(trx, issueId, new Date(never)), 1);
    }
  const probes = new Set(ids);
  const due: ReturnType<typeof dueOfIssue> = [];
  // Taken back meanwhile, it has no mails.
  for (const issue of await issuesToSend(trx, now))
    if (issue.sendAfter === null || (await beginSending(trx, issue.id, now)))
      due.push(...dueOfIssue(trx, issue.id, now));
  await claim(due, limit);
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable('deliveries')
    .set({
      state: 'sending',
      leaseOwner: owner,
      leaseUntil: leaseEnd(now),
      earlierOutcome: null,
      attempts: sql`attempts + 1`,
      // The time of the first attempt, however long the newsletter had to wait for it.
      createdAt: sql`case when attempts = 0 then ${now.toISOString()} else created_at end`,
    })
    .where('id', 'in', ids)
    .returning(['id', 'attempts', 'issueId', 'messageId', 'createdAt', 'subscriberId', 'smtpCode'])
    .returning('nextAttemptAt')
    .execute();
  return rows.sort((a, b) => a.id - b.id).map((row) => ({ ...row, isProbe: probes.has(row.id) }));
}

/** Whether there is anything to claim; reads only, so that an idle worker never takes SQLite's write lock. */
export async function isAnyDue(db: Db, now: Date): Promise<boolean> {
  for (const due of await dueQueries(db, now)) if (await due.limit(1).executeTakeFirst()) return true;
  return isIssueProbeDue(db, now);
}

/** Writes the outcome; false when the lease belongs to somebody else by now, and then nothing is written. */
export async function finish(
  db: Db,
  { id, owner, now, outcome }: Lease & { id: number; outcome: Outcome },
): Promise<boolean> {
  const result = await db
    .updateTable('deliveries')
    .set({
      state: outcome.state,
      leaseOwner: null,
      leaseUntil: null,
      smtpCode: outcome.code,
      smtpAnswer: outcome.answer.slice(0, 500),
      ...(outcome.state === 'sent' ? { sentAt: now.toISOString() } : {}),
      ...('nextAttemptAt' in outcome ? { nextAttemptAt: outcome.nextAttemptAt } : {}),
      ...(outcome.state === 'unknown' ? { unknownOutcomes: sql`unknown_outcomes + 1` } : {}),
      ...(outcome.state === 'queued' ? { attempts: sql`attempts - 1` } : {}),
    })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .where('state', '=', 'sending')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Prolongs the leases of `ids` and answers those that are still held. */
export async function renew(db: Db, { owner, now, ids }: Lease & { ids: number[] }): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable('deliveries')
    .set({ leaseUntil: leaseEnd(now) })
    .where('id', 'in', ids)
    .where('leaseOwner', '=', owner)
    .where('state', '=', 'sending')
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Releases rows that were claimed but not begun. */
export async function release(db: Db, { owner, ids }: { owner: string; ids: number[] }): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('deliveries')
    .set({ state: 'queued', leaseOwner: null, leaseUntil: null, attempts: sql`attempts - 1` })
    .where('id', 'in', ids)
    .where('leaseOwner', '=', owner)
    .where('state', '=', 'sending')
    .execute();
}

/**
 * Queues again what has outlived its lease, also this worker's own, and answers how many rows that was.
 * `held` are the ids that this worker is about to send or sending: they stay.
 */
export async function takeOver(db: Db, { held, now }: { held: number[]; now: Date }): Promise<number> {
  const isExpired = (where: ExpressionBuilder<Tables, 'deliveries'>) =>
    where.and([
      where('state', '=', 'sending'),
      where('leaseUntil', '<', now.toISOString()),
      ...(held.length > 0 ? [where('id', 'not in', held)] : []),
    ]);
  // Reads first, so that an idle worker never takes SQLite's write lock.
  const expired = db.selectFrom('deliveries').select('id').where(isExpired);
  if (!(await expired.limit(1).executeTakeFirst())) return 0;
  const result = await db
    .updateTable('deliveries')
    .set({ state: 'queued', leaseOwner: null, leaseUntil: null })
    .where(isExpired)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}

/**
 * One query a state and an issue, so that an index gives each in order. A paused, held or cancelled
 * issue keeps its rows where they are, and they cost nothing.
 */
async function dueQueries(db: Db, now: Date) {
  return (await issuesToSend(db, now)).flatMap(({ id }) => dueOfIssue(db, id, now));
}

/** In the order in which they go out; those whose delay is over among them. */
async function issuesToSend(db: Db, now: Date) {
  const issues = await db
    .selectFrom('issues')
    .select(['id', 'sendAfter'])
    .where('state', '=', 'sending')
    .where('heldSince', 'is', null)
    .orderBy('id')
    .execute();
  return issues.filter((issue) => !isDelayed(issue, now));
}

function dueOfIssue(db: Db, issueId: number, now: Date) {
  return claimable.map((state) =>
    db
      .selectFrom('deliveries')
      .select('id')
      .where('issueId', '=', issueId)
      .where('state', '=', state)
      .where('nextAttemptAt', '<=', now.toISOString()),
  );
}
