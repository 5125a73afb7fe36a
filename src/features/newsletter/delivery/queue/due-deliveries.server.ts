/** Which newsletter mails are due: those of issues being sent, and one of each paused issue, as a trial. */
import type { Db } from '#platform/db/db.ts';
import { isUnleased, type Lease, leaseMails, lockFirst, type MailRow, never } from '#platform/mail/queue/mail-rows.ts';
import { claimPausedIssuesToRetry, isPausedIssueDue } from '../mail-server/mail-server-pauses.server.ts';
import { lockDigestsBeingSent } from './already-sent.server.ts';
import { endUndoWindow } from './undo-window.server.ts';

const claimable = ['retry', 'queued'] as const;

export type ClaimedDelivery = MailRow & { isTrial: boolean };

/** Claims up to `limit` due rows for `owner`, retries first. Must run in a transaction. */
export async function claimDueDeliveries(
  trx: Db,
  { owner, now, limit }: Lease & { limit: number },
): Promise<ClaimedDelivery[]> {
  const issues = await issuesToSend(trx, now);
  // After choosing the issues, so that each digest among them is locked.
  await lockDigestsBeingSent(trx);
  const trials = await lockTrials(trx, now, limit);
  const due: ReturnType<typeof dueOfIssue> = [];
  // An issue undone in the meantime has no mails.
  for (const issue of issues)
    if (issue.sendAfter === null || (await endUndoWindow(trx, issue.id, now, now.toISOString())))
      due.push(...dueOfIssue(trx, issue.id, now));
  const ids = [...trials, ...(await lockFirst(trx, due, limit - trials.length))];
  const rows = await leaseMails(trx, ids, { owner, now });
  return rows.map((row) => ({ ...row, isTrial: trials.includes(row.id) }));
}

/** Whether there is anything to claim. Only reads, so that an idle worker never takes SQLite's write lock. */
export async function isAnyDeliveryDue(db: Db, now: Date): Promise<boolean> {
  for (const { id } of await issuesToSend(db, now))
    for (const due of dueOfIssue(db, id, now)) if (await due.limit(1).executeTakeFirst()) return true;
  return isPausedIssueDue(db, now);
}

/** One mail of each paused issue that may be tried. */
async function lockTrials(trx: Db, now: Date, limit: number): Promise<number[]> {
  const ids: number[] = [];
  for (const issueId of await claimPausedIssuesToRetry(trx, now)) {
    if (ids.length >= limit) break;
    // A mail waiting for a retry serves as a trial if there is no other.
    const queries = [...dueOfIssue(trx, issueId, now), ...dueOfIssue(trx, issueId, now, never)];
    ids.push(...(await lockFirst(trx, queries, 1)));
  }
  return ids;
}

/** In sending order, including issues whose undo window is over. */
function issuesToSend(db: Db, now: Date) {
  return db
    .selectFrom('issues')
    .select(['id', 'sendAfter'])
    .where('state', '=', 'sending')
    .where('serverPauseSince', 'is', null)
    .where((eb) => eb.or([eb('sendAfter', 'is', null), eb('sendAfter', '<=', now.toISOString())]))
    .orderBy('id')
    .execute();
}

/** One query per state and issue, so that an index gives each in order. The rows of paused or cancelled issues are never read. */
function dueOfIssue(db: Db, issueId: number, now: Date, latest = now.toISOString()) {
  return claimable.map((state) =>
    db
      .selectFrom('mails')
      .select('id')
      .where('issueId', '=', issueId)
      .where('state', '=', state)
      .where('nextAttemptAt', '<=', latest)
      .where(isUnleased(now)),
  );
}
