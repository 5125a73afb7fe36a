/**
 * The rows that say which mail goes to whom: newsletter deliveries and letters. A row is `sending` in the database
 * before the SMTP server hears of it, under a lease that its worker renews; what a dead worker held goes back into the
 * queue with the same Message-ID. Only who holds the lease may say how it ended.
 */
import { type ExpressionBuilder, sql } from '#kysely';
import { type Db, isPostgres } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { MailError } from '#platform/mail/mailer.ts';

/** Both tables have the same columns for sending; the queries below are written for the first of them. */
export type LedgerName = 'deliveries' | 'letters';

export type Lease = { owner: string; now: Date };

export type Claimed = {
  id: number;
  attempts: number;
  /** How often it was `unknown` before. */
  doubts: number;
  messageId: string;
  createdAt: string;
  subscriberId: number;
  /** Null for a letter. */
  issueId: number | null;
};

type Ending = { code: number | null; answer: string };

export type Outcome = Ending &
  // `kept`: there is no mail server, and nobody got it.
  (
    | { state: 'sent' | 'kept' | 'failed' | 'skipped' }
    // `queued`: not this mail's fault, and this attempt does not count.
    | { state: 'retry' | 'unknown' | 'queued'; nextAttemptAt: string }
  );

/** A worker that is killed is taken over after this long; it renews its leases every quarter of it. */
export const leaseMs = 8_000;
const minuteMs = 60_000;
const longestWaitMinutes = 60;
const giveUpAfterMs = 48 * 60 * minuteMs;
/** Long enough for a server that restarts; then the same mail once more, which a mail program folds into the first. */
const doubtWaitMs = 5 * minuteMs;
/** The next attempt of what is not tried again. */
export const never = '9999-12-31T23:59:59.999Z';

const claimable = {
  letters: ['retry', 'queued'],
  deliveries: ['retry', 'unknown', 'queued'],
} as const;

/** Takes up to `limit` due rows for `owner`; must run in a transaction. Those to be tried again come first. */
export async function claimDue(
  trx: Db,
  ledger: LedgerName,
  { owner, now, limit }: Lease & { limit: number },
): Promise<Claimed[]> {
  const ids: number[] = [];
  for (const due of await dueQueries(trx, ledger, now)) {
    if (ids.length >= limit) break;
    const rows = await due
      .orderBy('nextAttemptAt')
      .orderBy('id')
      .limit(limit - ids.length)
      .$if(isPostgres(trx), (query) => query.forUpdate().skipLocked())
      .execute();
    ids.push(...rows.map((row) => row.id));
  }
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable(table(ledger))
    .set({
      state: 'sending',
      leaseOwner: owner,
      leaseUntil: leaseEnd(now),
      attempts: sql`attempts + 1`,
    })
    // However long the newsletter was paused: the 48 hours begin with the first attempt.
    .$if(ledger === 'deliveries', (query) =>
      query.set({ createdAt: sql`case when attempts = 0 then ${now.toISOString()} else created_at end` }),
    )
    .where('id', 'in', ids)
    .returning(['id', 'attempts', 'messageId', 'createdAt', 'subscriberId'])
    .$if(ledger === 'deliveries', (query) => query.returning(['doubts', 'issueId']))
    .execute();
  return rows.sort((a, b) => a.id - b.id).map((row) => ({ doubts: 0, issueId: null, ...row }));
}

/** Whether there is anything to claim; reads only, so that an idle worker never takes SQLite's write lock. */
export async function isAnyDue(db: Db, ledger: LedgerName, now: Date): Promise<boolean> {
  for (const due of await dueQueries(db, ledger, now)) if (await due.limit(1).executeTakeFirst()) return true;
  return false;
}

/** Says how a mail ended; false when the lease had gone to somebody else, and then nothing is written. */
export async function finish(
  db: Db,
  ledger: LedgerName,
  { id, owner, now, outcome }: Lease & { id: number; outcome: Outcome },
): Promise<boolean> {
  const result = await db
    .updateTable(table(ledger))
    .set({
      state: outcome.state,
      leaseOwner: null,
      leaseUntil: null,
      smtpCode: outcome.code,
      smtpAnswer: outcome.answer.slice(0, 500),
      ...(outcome.state === 'sent' ? { sentAt: now.toISOString() } : {}),
      ...('nextAttemptAt' in outcome ? { nextAttemptAt: outcome.nextAttemptAt } : {}),
      ...(outcome.state === 'unknown' ? { doubts: sql`doubts + 1` } : {}),
      ...(outcome.state === 'queued' ? { attempts: sql`attempts - 1` } : {}),
    })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .where('state', '=', 'sending')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * What a failed attempt means: another in 1, 2, 4… 60 minutes, up to a fifth earlier so that not all come back at once,
 * for up to 48 hours; one more after a doubt; or the end.
 */
export function outcomeOf(error: unknown, { issueId, attempts, doubts, createdAt }: Claimed, now: Date): Outcome {
  const code = error instanceof MailError ? error.responseCode : null;
  const answer = error instanceof Error ? error.message : String(error);
  const inMs = (ms: number) => new Date(now.getTime() + ms).toISOString();
  // Its issue is paused; a letter has none.
  if (error instanceof MailError && error.isLoginRefused && issueId !== null)
    return { state: 'queued', code, answer, nextAttemptAt: now.toISOString() };
  if (error instanceof MailError && error.outcome === 'refused') return { state: 'failed', code, answer };
  if (error instanceof MailError && error.outcome === 'unknown')
    return { state: 'unknown', code, answer, nextAttemptAt: doubts === 0 ? inMs(doubtWaitMs) : never };
  const wait = Math.min(2 ** (attempts - 1), longestWaitMinutes) * minuteMs;
  if (now.getTime() + wait - Date.parse(createdAt) > giveUpAfterMs) return { state: 'failed', code, answer };
  return { state: 'retry', code, answer, nextAttemptAt: inMs(Math.round(wait * (1 - Math.random() / 5))) };
}

/** Prolongs the leases of `ids` and answers those that are still held. */
export async function renew(
  db: Db,
  ledger: LedgerName,
  { owner, now, ids }: Lease & { ids: number[] },
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable(table(ledger))
    .set({ leaseUntil: leaseEnd(now) })
    .where('id', 'in', ids)
    .where('leaseOwner', '=', owner)
    .where('state', '=', 'sending')
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Gives back rows that were claimed but not begun. */
export async function release(
  db: Db,
  ledger: LedgerName,
  { owner, ids }: { owner: string; ids: number[] },
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable(table(ledger))
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
export async function takeOver(
  db: Db,
  ledger: LedgerName,
  { held, now }: { held: number[]; now: Date },
): Promise<number> {
  const isExpired = (where: ExpressionBuilder<Tables, 'deliveries'>) =>
    where.and([
      where('state', '=', 'sending'),
      where('leaseUntil', '<', now.toISOString()),
      ...(held.length > 0 ? [where('id', 'not in', held)] : []),
    ]);
  // Reads first, so that an idle worker never takes SQLite's write lock.
  const expired = db.selectFrom(table(ledger)).select('id').where(isExpired);
  if (!(await expired.limit(1).executeTakeFirst())) return 0;
  const result = await db
    .updateTable(table(ledger))
    .set({ state: 'queued', leaseOwner: null, leaseUntil: null })
    .where(isExpired)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}

/**
 * One query a state, and for deliveries one an issue, so that an index gives each in order. A paused or cancelled issue
 * keeps its rows where they are, and they cost nothing.
 */
async function dueQueries(db: Db, ledger: LedgerName, now: Date) {
  const due = (state: 'queued' | 'retry' | 'unknown') =>
    db
      .selectFrom(table(ledger))
      .select('id')
      .where('state', '=', state)
      .where('nextAttemptAt', '<=', now.toISOString());
  if (ledger === 'letters') return claimable.letters.map(due);
  const issues = await db.selectFrom('issues').select('id').where('state', '=', 'sending').orderBy('id').execute();
  return issues.flatMap(({ id }) => claimable.deliveries.map((state) => due(state).where('issueId', '=', id)));
}

function table(ledger: LedgerName): 'deliveries' {
  return ledger as 'deliveries';
}
