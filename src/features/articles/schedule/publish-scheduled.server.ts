import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { lockArticle } from '../reading.server.ts';
import { publishLockedArticle } from '../saving.server.ts';
import { mostLateMs } from './schedule.ts';
import { changeSchedule, lockSchedule, removeSchedule } from './schedules.server.ts';

/**
 * Publishes it if it is due, in the name of the person who scheduled it, and records that its newsletter is still to be sent.
 * More than `mostLateMs` late it waits for a decision. Idempotent.
 */
export async function publishScheduledArticle(context: AppContext, articleId: number): Promise<void> {
  try {
    await transact(context.db, async (trx) => {
      const existing = await lockArticle(trx, articleId);
      const schedule = await lockSchedule(trx, articleId);
      const now = context.clock.now();
      if (schedule?.state !== 'scheduled' || schedule.dueAt > now.toISOString()) return;
      const { administratorId, hasNewsletter, dueAt } = schedule;
      if (now.getTime() - Date.parse(dueAt) > mostLateMs) return changeSchedule(trx, articleId, { state: 'late' });
      await publishLockedArticle(context, trx, { existing, actor: { administratorId, now }, isScheduled: true });
      if (hasNewsletter) await changeSchedule(trx, articleId, { state: 'published' });
      else await removeSchedule(trx, articleId);
    });
  } catch (error) {
    // A picture is missing: retrying does not help.
    if (!(error instanceof Invalid)) throw error;
    await transact(context.db, async (trx) => {
      const schedule = await lockSchedule(trx, articleId);
      if (schedule?.state === 'scheduled') await changeSchedule(trx, articleId, { state: 'failed' });
    });
  }
}
