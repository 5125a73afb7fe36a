/**
 * The rows of the queue: newsletters and all other mails. A claimed row stays `queued` or `retry` under a lease: when that ends,
 * another worker may claim it. `sending` is committed right before the end of the message is sent; from then on no one sends it again
 * by itself: when its lease ends it is `unknown`, until the worker that sent it records how that attempt ended.
 */
import { type Selectable, sql } from 'kysely';
import { type Db, transact } from '#platform/db/db.ts';
import type { MailsTable } from '#platform/db/tables.ts';
import { preparedQuery } from '#platform/fast/prepared-query.ts';
import { randomHex } from '#platform/tokens.ts';
import type { EmailOutcome } from './mail-contract.ts';

export type MailRow = Selectable<MailsTable>;
/** `owner`: a new one for each claim, so that it names the attempts that follow from it. */
export type Lease = { owner: string; now: Date };
export type LeasedRow = Pick<MailRow, 'id' | 'leaseOwner'>;

/** `longestWaitMs`: a retry that waits longer is due, because only a clock that has jumped can have put it off so far. */
export type Due = { kinds: readonly string[]; longestWaitMs?: number | undefined; now: Date };

/** Another worker takes over from a killed one after this long; a living one renews its leases every second. */
export const leaseMs = 8_000;
export const notNeeded = 'Not needed any more';
/** The next attempt of a mail that is not tried again. */
export const never = '9999-12-31T23:59:59.999Z';
/** A longer lease means that the clock was put back. */
const longestLeaseMs = 60_000;

const dayMs = 86_400_000;
const keptDays = 30;

/** Literals, so that SQLite can use its partial indexes. */
const isSending = sql<boolean>`state = 'sending'`;
const isWaiting = sql<boolean>`state in ('queued', 'retry')`;
const isWaitingEmail = sql<boolean>`issue_id is null and ${isWaiting}`;

/** No worker has claimed it, or its lease has ended. */
export function isUnleased(now: Date) {
  return sql<boolean>`(lease_until is null or ${isLeaseOver(now)})`;
}

function isLeaseOver(now: Date) {
  const latest = new Date(now.getTime() + longestLeaseMs).toISOString();
  return sql<boolean>`(lease_until <= ${now.toISOString()} or lease_until > ${latest})`;
}

/** Leases these rows to `owner` and counts an attempt for each. Locks them in the order of their ids. */
export async function leaseMails(trx: Db, ids: number[], { owner, now }: Lease): Promise<MailRow[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable('mails')
    .set({
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

/** Commits that these mails may arrive from now on. Returns the ids of those that their owner may still send. */
export async function markSending(db: Db, mails: LeasedRow[], now: Date): Promise<number[]> {
  if (mails.length === 0) return [];
  const own = ownLeases(db, mails).where(isWaiting);
  const marked = db
    .updateTable('mails')
    .set({ state: 'sending', leaseUntil: leaseEnd(now) })
    .where('id', 'in', own);
  return idsOf(await marked.returning('id').execute());
}

/** Writes the outcome of an attempt, however late. If the mail was claimed or queued again since, writes nothing and returns false. */
export async function recordOutcome(
  db: Db,
  { id, owner, now, outcome }: Lease & { id: number; outcome: EmailOutcome },
): Promise<boolean> {
  const { state, code, nextAttemptAt = null, attempts = null } = outcome;
  const answer = outcome.answer.slice(0, 500);
  const sentAt = state === 'sent' ? now.toISOString() : null;
  const written = await writeOutcome(db, { id, owner, state, code, answer, sentAt, nextAttemptAt, attempts });
  return written.length > 0;
}

/** Null: as before. */
type Changes = { sentAt: string | null; nextAttemptAt: string | null; attempts: number | null };
type WrittenOutcome = Pick<EmailOutcome, 'state' | 'code' | 'answer'> & { id: number; owner: string } & Changes;

const writeOutcome = preparedQuery<{ id: number }, WrittenOutcome>((db, param) =>
  db
    .updateTable('mails')
    .set({
      state: param('state'),
      // A later answer replaces `unknown`.
      leaseOwner: sql`case when ${param('state')} = 'unknown' then lease_owner end`,
      leaseUntil: null,
      smtpCode: param('code'),
      smtpAnswer: param('answer'),
      sentAt: sql`coalesce(${param('sentAt')}, sent_at)`,
      nextAttemptAt: sql`coalesce(${param('nextAttemptAt')}, next_attempt_at)`,
      attempts: sql`coalesce(${param('attempts')}, attempts)`,
    })
    .where('id', '=', param('id'))
    .where('leaseOwner', '=', param('owner'))
    .where('state', 'in', ['queued', 'retry', 'sending', 'unknown'])
    .returning('id'),
);

export async function extendLeases(db: Db, mails: LeasedRow[], now: Date): Promise<number[]> {
  if (mails.length === 0) return [];
  const own = ownLeases(db, mails).where('leaseUntil', 'is not', null);
  const extended = db
    .updateTable('mails')
    .set({ leaseUntil: leaseEnd(now) })
    .where('id', 'in', own);
  return idsOf(await extended.returning('id').execute());
}

export async function releaseMails(db: Db, mails: LeasedRow[]): Promise<void> {
  if (mails.length === 0) return;
  await db
    .updateTable('mails')
    .set({ leaseOwner: null, leaseUntil: null, attempts: sql`attempts - 1` })
    .where('id', 'in', ownLeases(db, mails).where(isWaiting))
    .execute();
}

/** Locks in the order of the ids, like a batch of outcomes: otherwise the two could deadlock on PostgreSQL. */
function ownLeases(db: Db, mails: LeasedRow[]) {
  const claims = [...Map.groupBy(mails, ({ leaseOwner }) => leaseOwner)];
  const own = db.selectFrom('mails').select('id');
  return own
    .where((eb) =>
      eb.or(claims.map(([owner, of]) => eb.and([eb('leaseOwner', '=', owner), eb('id', 'in', idsOf(of))]))),
    )
    .orderBy('id')
    .forUpdate();
}

/**
 * Mails whose worker has not said in time how their attempt ended may have arrived: they are not confirmed. Returns how many. Leaves
 * out `leased`, the ids that this worker is sending.
 */
export async function endExpiredMails(
  db: Db,
  { kinds, leased = [], now }: { kinds: readonly string[]; leased?: number[]; now: Date },
): Promise<number> {
  const expired = db
    .selectFrom('mails')
    .select('id')
    .where(isSending)
    .where('kind', 'in', kinds)
    .where(isLeaseOver(now));
  // Reads first, so that an idle worker never takes SQLite's write lock.
  const ids = idsOf(await expired.execute()).filter((id) => !leased.includes(id));
  if (ids.length === 0) return 0;
  const result = await db
    .updateTable('mails')
    .set({ state: 'unknown', leaseUntil: null, nextAttemptAt: never })
    .where('id', 'in', ids)
    .where(isSending)
    .where(isLeaseOver(now))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

export function idsOf(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

/** How many workers send newsletters, including the caller's: they share one rate. */
export async function countWorkers(db: Db, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select(sql<number>`count(distinct substr(lease_owner, 1, 36))`.as('count'))
    .where('leaseUntil', '>', now.toISOString())
    .where('issueId', 'is not', null)
    .executeTakeFirstOrThrow();
  return Math.max(1, Number(count));
}

async function isAnyDue(db: Db, due: Due): Promise<boolean> {
  const waiting = db.selectFrom('mails').select('id').where('kind', 'in', due.kinds).where(isWaitingEmail);
  for (const time of dueTimes(due)) if (await waiting.where(time).limit(1).executeTakeFirst()) return true;
  return false;
}

/**
 * Leases up to `limit` due rows of these kinds to `owner`. A Message-ID is made once, by `idOf` from the kind: every attempt uses
 * the same.
 */
export async function claimDueMails(
  db: Db,
  due: Due & { owner: string; limit: number },
  idOf: (kind: string) => string,
) {
  // Reads first, so that an idle worker never takes SQLite's write lock.
  if (!(await isAnyDue(db, due))) return [];
  return transact(db, async (trx) => {
    const rows = await leaseMails(trx, await lockFirst(trx, dueQueries(trx, due), due.limit), due);
    return Array.fromAsync(rows, async (row) => {
      if (row.messageId !== null) return { ...row, messageId: row.messageId };
      const messageId = idOf(row.kind);
      await trx.updateTable('mails').set({ messageId }).where('id', '=', row.id).execute();
      return { ...row, messageId };
    });
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
    ids.push(...idsOf(rows));
  }
  return ids;
}

export function newMessageId(prefix: string, siteUrl: string): string {
  return `<${prefix}.${randomHex()}@${idDomainOf(siteUrl)}>`;
}

/** The right side of Message-IDs and List-Ids. */
export function idDomainOf(siteUrl: string): string {
  return new URL(siteUrl).hostname.replace(/[[\]]/g, '');
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
  const waiting = (kind: string) => db.selectFrom('mails').select('id').where('kind', '=', kind).where(isWaitingEmail);
  return due.kinds.flatMap((kind) => dueTimes(due).map((time) => waiting(kind).where(time)));
}

function dueTimes({ longestWaitMs, now }: Due) {
  const at = now.toISOString();
  const isFree = isUnleased(now);
  const isInTime = sql<boolean>`next_attempt_at <= ${at} and ${isFree}`;
  if (longestWaitMs === undefined) return [isInTime];
  const latest = new Date(now.getTime() + longestWaitMs).toISOString();
  // Someone on an imported list may be asked later than that.
  const isFirst = sql`smtp_answer is null and created_at <= ${at}`;
  return [isInTime, sql<boolean>`next_attempt_at > ${latest} and not (${isFirst}) and ${isFree}`];
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString();
}
