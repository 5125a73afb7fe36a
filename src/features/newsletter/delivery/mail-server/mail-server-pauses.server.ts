/**
 * Pauses an issue while the mail server accepts nothing, or refuses the message rather than the recipient: its size, its sender,
 * its words. One mail a minute tests the server; the first accepted one ends the pause.
 */
import { type ExpressionBuilder, sql } from 'kysely';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';

/** The mail server is tried this soon after it is back. */
const tryEveryMs = 60_000;
const longestWaitMs = 60 * 60_000;
/** After a pause this long, mails waiting for their next attempt are tried at once: they only waited for the server. */
const longPauseMs = 10 * 60_000;

type Pause = { issueId: number; reason: string; now: Date };

export const notPaused = { serverPauseSince: null, serverPauseReason: null, nextTryAt: null, sendAfter: null } as const;

/** Returns true when it was not paused before. */
export async function pauseForMailServer(
  trx: Db,
  { issueId, reason, now }: Pause,
  waitMs = tryEveryMs,
): Promise<boolean> {
  const paused = {
    serverPauseReason: reason.slice(0, 1000),
    nextTryAt: new Date(now.getTime() + waitMs).toISOString(),
  };
  const issue = trx.updateTable('issues').where('id', '=', issueId).where('state', '=', 'sending');
  const begun = await issue
    .set({ ...paused, serverPauseSince: now.toISOString(), updatedAt: now.toISOString() })
    .where('serverPauseSince', 'is', null)
    .executeTakeFirst();
  if (begun.numUpdatedRows > 0n) return true;
  await issue.set(paused).where('serverPauseSince', 'is not', null).execute();
  return false;
}

/** Each mail with an unknown outcome doubles the wait for the next trial, whose outcome may be unknown too. */
export async function waitMsAfterUnknown(trx: Db, issueId: number): Promise<number> {
  const count = await countRows(trx.selectFrom('mails').where('issueId', '=', issueId).where('state', '=', 'unknown'));
  return Math.min(tryEveryMs * 2 ** Math.min(Math.max(0, count - 1), 10), longestWaitMs);
}

export async function resumeAfterMailServer(trx: Db, issueId: number, now: Date): Promise<void> {
  const paused = trx
    .selectFrom('issues')
    .select('serverPauseSince')
    .where('id', '=', issueId)
    .where('serverPauseSince', 'is not', null);
  const since = (await paused.executeTakeFirst())?.serverPauseSince;
  if (!since) return;
  await trx
    .updateTable('issues')
    .set({ ...notPaused, updatedAt: now.toISOString() })
    .where('id', '=', issueId)
    .execute();
  const at = now.toISOString();
  const later = trx.updateTable('mails').set({ nextAttemptAt: at }).where('nextAttemptAt', '>', at);
  // Other mails that the mail server has put off are tried now as well.
  const others = later.where(sql<boolean>`issue_id is null and state in ('queued', 'retry')`);
  await others.where('smtpAnswer', 'is not', null).execute();
  if (now.getTime() - Date.parse(since) >= longPauseMs)
    await later.where('issueId', '=', issueId).where('state', '=', 'retry').execute();
}

export async function findMailServerPause(db: Db): Promise<{ reason: string; since: string; mails: number } | null> {
  const first = await pausedIssues(db)
    .select(['serverPauseSince', 'serverPauseReason'])
    .orderBy('serverPauseSince')
    .executeTakeFirst();
  if (!first?.serverPauseSince) return null;
  const mails = pausedIssues(db).innerJoin('mails', 'mails.issueId', 'issues.id');
  // With the one being tried: a notice with this figure is read out at each change.
  const waiting = await countRows(mails.where('mails.state', 'in', ['queued', 'retry', 'sending']));
  return { reason: first.serverPauseReason ?? '', since: first.serverPauseSince, mails: waiting };
}

function pausedIssues(db: Db) {
  return db.selectFrom('issues').where('issues.state', '=', 'sending').where('issues.serverPauseSince', 'is not', null);
}

/** Paused issues of which the caller may try one mail now. */
export async function claimPausedIssuesToRetry(trx: Db, now: Date): Promise<number[]> {
  const taken = await trx
    .updateTable('issues')
    .set({ nextTryAt: new Date(now.getTime() + tryEveryMs).toISOString() })
    .where(isTryDue(now))
    .returning('id')
    .execute();
  return taken.map(({ id }) => id);
}

export async function isPausedIssueDue(db: Db, now: Date): Promise<boolean> {
  return (await db.selectFrom('issues').select('id').where(isTryDue(now)).limit(1).executeTakeFirst()) !== undefined;
}

/** Not while a mail of it is being sent, however long the server takes to answer: only one trial runs at a time. */
function isTryDue(now: Date) {
  return (eb: ExpressionBuilder<Tables, 'issues'>) => {
    const mails = eb.selectFrom('mails').select('mails.id').where('mails.state', '=', 'sending');
    return eb.and([
      eb('issues.state', '=', 'sending'),
      eb('issues.nextTryAt', '<=', now.toISOString()),
      eb.not(eb.exists(mails.whereRef('mails.issueId', '=', 'issues.id'))),
    ]);
  };
}

export async function isPausedByMailServer(db: Db, issueId: number): Promise<boolean> {
  const issue = pausedIssues(db).select('issues.id').where('issues.id', '=', issueId);
  return (await issue.executeTakeFirst()) !== undefined;
}

/** Lets the next mail of a paused issue be tried now; returns whether it is paused. */
export async function retryPausedIssueNow(trx: Db, issueId: number, now: Date): Promise<boolean> {
  const result = await trx
    .updateTable('issues')
    .set({ nextTryAt: now.toISOString() })
    .where('id', '=', issueId)
    .where('serverPauseSince', 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function countPausedIssues(db: Db): Promise<number> {
  return countRows(pausedIssues(db));
}
