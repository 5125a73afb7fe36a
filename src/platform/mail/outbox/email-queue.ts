/**
 * The rows of the outbox. One is `sending` before the mail server hears of it, under a lease, and due again when that ends:
 * what a killed worker was sending is sent by the next one, with the same Message-ID.
 */
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { type Db, isPostgres, transact } from '#platform/db/db.ts';
import type { EmailsTable } from '#platform/db/tables.ts';
import { randomHex } from '#platform/tokens.ts';
import type { EmailKind, EmailOutcome } from './email-kind.ts';

export type EmailRow = Selectable<EmailsTable>;

/** `longestWaitMs`: what waits longer is due, since a clock that has jumped has put it off. `leased`: the caller has these. */
export type Due = { kinds: readonly string[]; longestWaitMs?: number | undefined; now: Date; leased?: number[] };

const dayMs = 86_400_000;
const keptDays = 30;

/** A worker that is killed is taken over after this long; it renews its leases every second. */
export const emailLeaseMs = 8_000;

export async function isAnyDue(db: Db, due: Due): Promise<boolean> {
  for (const query of dueQueries(db, due)) if (await query.limit(1).executeTakeFirst()) return true;
  return false;
}

/** Up to `limit` that are due, now being sent by `owner`. */
export async function claimDue(db: Db, due: Due & { owner: string; limit: number }): Promise<EmailRow[]> {
  // Reads first, so that an idle worker never takes SQLite's write lock.
  if (due.limit <= 0 || !(await isAnyDue(db, due))) return [];
  return transact(db, async (trx) => {
    const ids: number[] = [];
    for (const query of dueQueries(trx, due)) {
      if (ids.length >= due.limit) break;
      const rows = await query
        .limit(due.limit - ids.length)
        .$if(isPostgres(trx), (one) => one.forUpdate().skipLocked())
        .execute();
      ids.push(...rows.map(({ id }) => id));
    }
    if (ids.length === 0) return [];
    const rows = await trx
      .updateTable('emails')
      .set({ state: 'sending', leaseOwner: due.owner, nextAttemptAt: leaseEnd(due.now), attempts: sql`attempts + 1` })
      .where('id', 'in', ids)
      .returningAll()
      .execute();
    return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  });
}

/** With its Message-ID, which is made once: each attempt carries the same. */
export async function withMessageId(db: Db, row: EmailRow, { idPrefix }: EmailKind, siteUrl: string) {
  if (row.messageId !== null) return { ...row, messageId: row.messageId };
  const host = new URL(siteUrl).hostname.replace(/[[\]]/g, '');
  const messageId = `<${idPrefix}.${randomHex()}@${host}>`;
  await db.updateTable('emails').set({ messageId }).where('id', '=', row.id).execute();
  return { ...row, messageId };
}

/** False when the lease had gone to somebody else; then nothing is written. */
export async function finish(
  db: Db,
  { id, owner, now, outcome }: { id: number; owner: string; now: Date; outcome: EmailOutcome },
): Promise<boolean> {
  const { state, code, answer } = outcome;
  const result = await db
    .updateTable('emails')
    .set({
      state,
      leaseOwner: null,
      smtpCode: code,
      smtpAnswer: answer.slice(0, 500),
      ...(state === 'sent' ? { sentAt: now.toISOString() } : {}),
      ...('nextAttemptAt' in outcome ? { nextAttemptAt: outcome.nextAttemptAt } : {}),
      ...(state === 'queued' ? { attempts: sql`attempts - 1` } : {}),
    })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Prolongs leases and answers which of them are still held. */
export async function renew(
  db: Db,
  { owner, now, ids }: { owner: string; now: Date; ids: number[] },
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable('emails')
    .set({ nextAttemptAt: leaseEnd(now) })
    .where('id', 'in', ids)
    .where('leaseOwner', '=', owner)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Rows hold addresses. Those to subscribers and guests stay as long as these. */
export async function forgetOldEmails(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('emails')
    .where('recipient', 'is not', null)
    .where('createdAt', '<', new Date(now.getTime() - keptDays * dayMs).toISOString())
    .execute();
}

/** One query a kind, so that the index gives each in order. */
function dueQueries(db: Db, { kinds, longestWaitMs, now, leased = [] }: Due) {
  const waiting = (kind: string) =>
    db
      .selectFrom('emails')
      .select('id')
      .where('kind', '=', kind)
      // In plain, so that SQLite knows the index of these.
      .where(sql<boolean>`state in ('queued', 'sending', 'retry')`)
      .$if(leased.length > 0, (query) => query.where('id', 'not in', leased))
      .orderBy('nextAttemptAt')
      .orderBy('id');
  return kinds.flatMap((kind) => {
    const inTime = waiting(kind).where('nextAttemptAt', '<=', now.toISOString());
    if (longestWaitMs === undefined) return [inTime];
    return [inTime, waiting(kind).where('nextAttemptAt', '>', new Date(now.getTime() + longestWaitMs).toISOString())];
  });
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + emailLeaseMs).toISOString();
}
