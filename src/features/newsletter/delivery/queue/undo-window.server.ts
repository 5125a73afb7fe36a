/**
 * The undo window between Publish and the first mail; `sendAfter` is its end. The worker that starts sending and the administrator
 * who undoes it both clear `sendAfter` under the lock of the issue's row, so only one succeeds.
 */
import type { ExpressionBuilder } from 'kysely';
import { mostUndoSeconds } from '#features/settings/settings.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { never } from '#platform/mail/queue/mail-rows.ts';

/**
 * Ends an undo window up to `latest`, by default any: its mails go out now. A worker does it in the transaction that claims the
 * first of them. False without one: it was undone, or has begun.
 */
export async function endUndoWindow(trx: Db, issueId: number, now: Date, latest = never): Promise<boolean> {
  const ended = await trx
    .updateTable('issues')
    .set({ sendAfter: null, updatedAt: now.toISOString() })
    .where('id', '=', issueId)
    .where(isInUndoWindow)
    .where('sendAfter', '<=', latest)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** After the clock was set back, newsletters must not wait for hours. */
export async function shortenUndoWindows(db: Db, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + mostUndoSeconds * 1000).toISOString();
  // Reads first, so that an idle worker never takes SQLite's write lock.
  const tooLong = db.selectFrom('issues').select('id').where('state', '=', 'sending').where('sendAfter', '>', latest);
  for (const { id } of await tooLong.execute()) {
    const issue = db.updateTable('issues').set({ sendAfter: latest }).where('id', '=', id);
    await issue.where('sendAfter', '>', latest).execute();
    // Their window began at a click that now lies in the future.
    await db
      .updateTable('mails')
      .set({ nextAttemptAt: now.toISOString() })
      .where('issueId', '=', id)
      .where('state', '=', 'queued')
      .where('nextAttemptAt', '>', now.toISOString())
      .execute();
  }
}

/** True if no worker has started to send it. */
export function isInUndoWindow(eb: ExpressionBuilder<Tables, 'issues'>) {
  return eb.and([eb('state', '=', 'sending'), eb('sendAfter', 'is not', null)]);
}
