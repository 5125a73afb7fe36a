/**
 * Pauses an issue while the mail server accepts nothing, or refuses the message rather than the recipient: its size, its sender,
 * its words. One mail a minute tests the server; the first accepted one ends the pause.
 */
import { type ExpressionBuilder, sql } from 'kysely';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { preparedQuery } from '#platform/fast/prepared-query.ts';
import { redactEmailAddresses } from '#shared/email-address.ts';

/** The mail server is tried this soon after it is back. */
const tryEveryMs = 60_000;
const longestWaitMs = 60 * 60_000;
/** A trial says before how it ended, unless its worker is killed. */
const trialMs = 90_000;
/** After a pause this long, mails waiting for their next attempt are tried at once: they only waited for the server. */
const longPauseMs = 10 * 60_000;

export const notPaused = { serverPauseSince: null, serverPauseReason: null, nextTryAt: null, sendAfter: null } as const;

/** Any mail of the issue was accepted: the server refuses not everyone. */
export const forgetRefusals = preparedQuery<object, { issueId: number }>((db, param) =>
  db
    .updateTable('issues')
    .set({ refusalWords: null, refusals: 0 })
    .where('id', '=', param('issueId'))
    .where('refusals', '>', 0),
);

/**
 * Counts recipients refused in a row in the same words. True once there are `enough`, or once an issue that no one was sent has only
 * those.
 */
export async function countRefusal(
  trx: Db,
  { issueId, answer, enough }: { issueId: number; answer: string; enough: number },
): Promise<boolean> {
  const words = wordsOf(answer);
  const { refusals } = await trx
    .updateTable('issues')
    .set({ refusals: sql`case when refusal_words = ${words} then refusals + 1 else 1 end`, refusalWords: words })
    .where('id', '=', issueId)
    .returning('refusals')
    .executeTakeFirstOrThrow();
  if (refusals >= enough) return true;
  const mails = trx.selectFrom('mails').select('id').where('issueId', '=', issueId);
  if (await mails.where('state', '=', 'sent').limit(1).executeTakeFirst()) return false;
  const left = await mails.where('state', 'in', ['queued', 'retry', 'sending', 'unknown']).limit(enough).execute();
  return refusals >= left.length;
}

/** Without what differs from mail to mail: addresses, and the numbers under which servers keep a mail. */
function wordsOf(answer: string): string {
  const words = redactEmailAddresses(answer.slice(0, 500)).split(/\s+/);
  return words
    .filter((word) => !/\d/.test(word))
    .join(' ')
    .slice(0, 200);
}

/** `isSilence`: it is not known whether a mail was accepted. That doubles the pause: the next one may not be confirmed either. */
export async function pauseForMailServer(
  trx: Db,
  { issueId, reason, now, isSilence }: { issueId: number; reason: string; now: Date; isSilence: boolean },
): Promise<void> {
  const since = await pausedSince(trx, issueId);
  const at = now.toISOString();
  const pausedMs = isSilence && since ? now.getTime() - Date.parse(since) : 0;
  const waitMs = Math.min(Math.max(tryEveryMs, pausedMs), longestWaitMs);
  await trx
    .updateTable('issues')
    .set({ refusals: 0, serverPauseReason: reason.slice(0, 1000) })
    .set({ nextTryAt: new Date(now.getTime() + waitMs).toISOString() })
    .$if(since === null, (issue) => issue.set({ serverPauseSince: at, updatedAt: at }))
    .where('id', '=', issueId)
    .where('state', '=', 'sending')
    .execute();
}

/** Locks the issue: another worker may pause or resume it at the same moment. */
async function pausedSince(trx: Db, issueId: number): Promise<string | null> {
  const issue = trx.selectFrom('issues').select('serverPauseSince').where('id', '=', issueId).forUpdate();
  return (await issue.executeTakeFirst())?.serverPauseSince ?? null;
}

export async function resumeAfterMailServer(trx: Db, issueId: number, now: Date): Promise<void> {
  const since = await pausedSince(trx, issueId);
  if (!since) return;
  const at = now.toISOString();
  await trx
    .updateTable('issues')
    .set({ ...notPaused, updatedAt: at })
    .where('id', '=', issueId)
    .execute();
  const later = trx.updateTable('mails').set({ nextAttemptAt: at }).where('nextAttemptAt', '>', at);
  // Other mails that the mail server has put off are tried now as well.
  const others = later.where(sql<boolean>`issue_id is null and state in ('queued', 'retry')`);
  await others.where('smtpAnswer', 'is not', null).execute();
  if (now.getTime() - Date.parse(since) >= longPauseMs)
    await later.where('issueId', '=', issueId).where('state', '=', 'retry').execute();
}

export async function findMailServerPause(db: Db) {
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
    .set({ nextTryAt: new Date(now.getTime() + trialMs).toISOString() })
    .where(isTryDue(now))
    .returning('id')
    .execute();
  return taken.map(({ id }) => id);
}

export async function isPausedIssueDue(db: Db, now: Date): Promise<boolean> {
  return (await db.selectFrom('issues').select('id').where(isTryDue(now)).limit(1).executeTakeFirst()) !== undefined;
}

function isTryDue(now: Date) {
  return (eb: ExpressionBuilder<Tables, 'issues'>) =>
    eb.and([eb('issues.state', '=', 'sending'), eb('issues.nextTryAt', '<=', now.toISOString())]);
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
