/**
 * The rows of the queue: newsletters and all other mails. A row is `sending` in the database before the mail server hears of it,
 * under a lease that its worker renews; a dead worker's mails are queued again with the same Message-ID. Only the lease's owner may
 * record the outcome.
 */
import { type Selectable, sql } from 'kysely';
import { type Db, transact } from '#platform/db/db.ts';
import type { MailsTable } from '#platform/db/tables.ts';
import { preparedQuery } from '#platform/fast/prepared-query.ts';
import { randomHex } from '#platform/tokens.ts';
import type { EmailKind, EmailOutcome } from './mail-contract.ts';

export type MailRow = Selectable<MailsTable>;
export type Lease = { owner: string; now: Date };

/** `longestWaitMs`: a retry that waits longer is due, because only a clock that has jumped can have put it off so far. */
export type Due = { kinds: readonly string[]; longestWaitMs?: number | undefined; now: Date };

/** Another worker takes over from a killed one after this long; a living one renews its leases every second. */
export const leaseMs = 8_000;
/** The next attempt of a mail that is not tried again. */
export const never = '9999-12-31T23:59:59.999Z';
/** No mail is handed over with less than this left, so that a short freeze right after it sends nothing twice. */
export const leaseMarginMs = 5_000;
/** A longer lease means that the clock was put back. A living worker renews it within a second. */
export const longestLeaseMs = 60_000;

const dayMs = 86_400_000;
const keptDays = 30;

/** A literal, here and below, so that SQLite can use its partial indexes. */
const isSending = sql<boolean>`state = 'sending'`;
const isWaiting = sql<boolean>`issue_id is null and state in ('queued', 'retry')`;

/** Leases these rows to `owner` and counts an attempt for each. Locks them in the order of their ids. */
export async function leaseMails(trx: Db, ids: number[], { owner, now }: Lease): Promise<MailRow[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable('mails')
    .set({
      state: 'sending',
      leaseOwner: owner,
      leaseUntil: leaseEnd(now),
      earlierOutcome: null,
      attempts: sql`attempts + 1`,
      // For a newsletter, the time of the first attempt, however long it waited before.
      createdAt: sql`case when attempts = 0 and issue_id is not null then ${now.toISOString()} else created_at end`,
    })
    .where('id', 'in', ids)
    .returningAll()
    .execute();
  return rows.sort((a, b) => a.id - b.id);
}

/** Writes the outcome. If another worker has the lease by now, writes nothing and returns false. */
export async function recordOutcome(
  db: Db,
  { id, owner, now, outcome }: Lease & { id: number; outcome: EmailOutcome },
): Promise<boolean> {
  const { state, code, answer } = outcome;
  const written = await writeOutcome(db, {
    id,
    owner,
    state,
    code,
    answer: answer.slice(0, 500),
    sentAt: state === 'sent' ? now.toISOString() : null,
    nextAttemptAt: 'nextAttemptAt' in outcome ? outcome.nextAttemptAt : null,
    counted: state === 'queued' ? 1 : 0,
  });
  return written.length > 0;
}

type WrittenOutcome = {
  id: number;
  owner: string;
  state: MailRow['state'];
  code: number | null;
  answer: string;
  /** Null: as before, here and below. */
  sentAt: string | null;
  nextAttemptAt: string | null;
  /** Attempts that were none. */
  counted: number;
};

const writeOutcome = preparedQuery<{ id: number }, WrittenOutcome>((db, param) =>
  db
    .updateTable('mails')
    .set({
      state: param('state'),
      leaseOwner: null,
      leaseUntil: null,
      smtpCode: param('code'),
      smtpAnswer: param('answer'),
      sentAt: sql`coalesce(${param('sentAt')}, sent_at)`,
      nextAttemptAt: sql`coalesce(${param('nextAttemptAt')}, next_attempt_at)`,
      attempts: sql`attempts - ${param('counted')}`,
    })
    .where('id', '=', param('id'))
    .where('leaseOwner', '=', param('owner'))
    .where('state', '=', 'sending')
    .returning('id'),
);

export async function extendLeases(db: Db, { owner, now, ids }: Lease & { ids: number[] }): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable('mails')
    .set({ leaseUntil: leaseEnd(now) })
    .where('id', 'in', ownLeases(db, owner, ids))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function releaseMails(db: Db, { owner, ids }: { owner: string; ids: number[] }): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('mails')
    .set({ state: 'queued', leaseOwner: null, leaseUntil: null, attempts: sql`attempts - 1` })
    .where('id', 'in', ownLeases(db, owner, ids))
    .execute();
}

/** Locks in the order of the ids, like a batch of outcomes: otherwise the two could deadlock on PostgreSQL. */
function ownLeases(db: Db, owner: string, ids: number[]) {
  return db
    .selectFrom('mails')
    .select('id')
    .where('id', 'in', ids)
    .where('leaseOwner', '=', owner)
    .where('state', '=', 'sending')
    .orderBy('id')
    .forUpdate();
}

/**
 * Queues mails with an expired lease again, including this worker's own; returns how many. Leaves out `leased`, the ids that this
 * worker is sending or about to send.
 */
export async function requeueExpiredMails(
  db: Db,
  { kinds, leased = [], now }: { kinds: readonly string[]; leased?: number[]; now: Date },
): Promise<number> {
  // Reads first, so that an idle worker never takes SQLite's write lock.
  const sending = db.selectFrom('mails').select('id').where(isSending).where('kind', 'in', kinds);
  const latest = new Date(now.getTime() + longestLeaseMs).toISOString();
  const tooLong = await sending.where('leaseUntil', '>', latest).execute();
  if (tooLong.length > 0)
    await db
      .updateTable('mails')
      .set({ leaseUntil: latest })
      .where('id', 'in', idsOf(tooLong))
      .where(isSending)
      .where('leaseUntil', '>', latest)
      .execute();
  const expired = await sending.where('leaseUntil', '<=', now.toISOString()).execute();
  const ids = idsOf(expired).filter((id) => !leased.includes(id));
  if (ids.length === 0) return 0;
  const result = await db
    .updateTable('mails')
    .set({ state: 'queued', leaseOwner: null, leaseUntil: null })
    .where('id', 'in', ids)
    .where('state', '=', 'sending')
    .where('leaseUntil', '<=', now.toISOString())
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

function idsOf(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

/** How many workers send newsletters, including the caller's: they share one rate. */
export async function countWorkers(db: Db, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.count<number>('leaseOwner').distinct().as('count'))
    .where(isSending)
    .where('leaseUntil', '>', now.toISOString())
    .where('issueId', 'is not', null)
    .executeTakeFirstOrThrow();
  return Math.max(1, Number(count));
}

export async function isAnyDue(db: Db, due: Due): Promise<boolean> {
  const waiting = db.selectFrom('mails').select('id').where('kind', 'in', due.kinds).where(isWaiting);
  for (const time of dueTimes(due)) if (await waiting.where(time).limit(1).executeTakeFirst()) return true;
  return false;
}

/** Leases up to `limit` due rows of these kinds to `owner`. If `complete` throws, they stay unclaimed. */
export async function claimDueMails<Row>(
  db: Db,
  due: Due & { owner: string; limit: number },
  complete: (trx: Db, row: MailRow) => Promise<Row>,
): Promise<Row[]> {
  // Reads first, so that an idle worker never takes SQLite's write lock.
  if (!(await isAnyDue(db, due))) return [];
  return transact(db, async (trx) => {
    const rows = await leaseMails(trx, await lockFirst(trx, dueQueries(trx, due), due.limit), due);
    const completed: Row[] = [];
    for (const row of rows) completed.push(await complete(trx, row));
    return completed;
  });
}

/** Locks the first rows of these queries, up to `limit` in all, and returns their ids. */
export async function lockFirst(trx: Db, queries: ReturnType<typeof dueQueries>, limit: number): Promise<number[]> {
  const ids: number[] = [];
  for (const query of queries) {
    if (ids.length >= limit) break;
    const rows = await query
      .orderBy('nextAttemptAt')
      .orderBy('id')
      .limit(limit - ids.length)
      .forUpdate()
      .skipLocked()
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** Adds the Message-ID, which is made once: every attempt uses the same. */
export async function withMessageId(db: Db, row: MailRow, { idPrefix }: EmailKind, siteUrl: string) {
  if (row.messageId !== null) return { ...row, messageId: row.messageId };
  const host = new URL(siteUrl).hostname.replace(/[[\]]/g, '');
  const messageId = `<${idPrefix}.${randomHex()}@${host}>`;
  await db.updateTable('mails').set({ messageId }).where('id', '=', row.id).execute();
  return { ...row, messageId };
}

/** Rows contain addresses. Those to subscribers and guests are deleted with them. */
export async function forgetOldEmails(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('recipient', 'is not', null)
    .where('createdAt', '<', new Date(now.getTime() - keptDays * dayMs).toISOString())
    .execute();
}

/** One query per kind, so that the index gives each in order. Newsletters are claimed per issue. */
function dueQueries(db: Db, due: Due) {
  const waiting = (kind: string) => db.selectFrom('mails').select('id').where('kind', '=', kind).where(isWaiting);
  return due.kinds.flatMap((kind) => dueTimes(due).map((time) => waiting(kind).where(time)));
}

function dueTimes({ longestWaitMs, now }: Due) {
  const at = now.toISOString();
  const isInTime = sql<boolean>`next_attempt_at <= ${at}`;
  if (longestWaitMs === undefined) return [isInTime];
  const latest = new Date(now.getTime() + longestWaitMs).toISOString();
  // Someone on an imported list may be asked later than that.
  const isFirst = sql`smtp_answer is null and created_at <= ${at}`;
  return [isInTime, sql<boolean>`next_attempt_at > ${latest} and not (${isFirst})`];
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}
