/** Schedules a draft, unschedules it, and publishes it when it is due. */
import { auditItem } from '#features/items/saving.server.ts';
import { lockTimeZone } from '#features/settings/settings.server.ts';
import { refuseMissingPictures } from '#features/uploads/missing-pictures.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { Conflict, Invalid } from '#platform/errors.ts';
import { articleKind } from '../article.kind.ts';
import type { Article } from '../article.schema.ts';
import { lockArticle, presentArticle } from '../reading.server.ts';
import { publishLockedArticle } from '../saving.server.ts';
import type { ScheduleInput } from './schedule.schema.ts';
import { mostLateMs, readPublishAt, scheduleMessages } from './schedule.ts';
import {
  lockSchedule,
  removeSchedule,
  removeStaleSchedule,
  setScheduleState,
  writeSchedule,
} from './schedules.server.ts';

type Scheduling = { id: number; input: ScheduleInput; actor: Actor };

/**
 * Schedules or reschedules a draft. The latest save goes out, so no version is needed.
 * @throws NotFound; Invalid for an impossible time or a missing picture; Conflict for a live article
 */
export async function scheduleArticle(context: AppContext, { id, input, actor }: Scheduling): Promise<Article> {
  return transact(context.db, async (trx) => {
    // Settings before articles, as a change of the time zone does.
    const timeZone = await lockTimeZone(trx, context.config);
    const article = await lockArticle(trx, id);
    if (article.isPublished) throw new Conflict(scheduleMessages.live);
    const read = readPublishAt(input.publishAt, { timeZone, now: actor.now });
    if ('problem' in read) throw new Invalid(read.problem, { publishAt: read.problem });
    await refuseMissingPictures(trx, context, article);
    const { sendsNewsletter } = input;
    const { administratorId, now } = actor;
    const row = { ...read, hasNewsletter: sendsNewsletter, administratorId, createdAt: now.toISOString() };
    await writeSchedule(trx, id, row);
    const detail = { publishAt: read.publishAt, sendsNewsletter };
    await auditItem(trx, articleKind, { verb: 'schedule', id, actor, detail });
    return presentArticle(trx, article, 'administrators');
  });
}

/**
 * Returns the new state as a sentence. Does nothing to a draft that is not scheduled.
 * @throws NotFound; Conflict for a live article with nothing left to decide
 */
export async function unscheduleArticle(
  { db }: Pick<AppContext, 'db'>,
  { id, actor }: { id: number; actor: Actor },
): Promise<string> {
  return transact(db, async (trx) => {
    const { isPublished } = await lockArticle(trx, id);
    const isRemoved = isPublished ? await removeStaleSchedule(trx, id) : await removeSchedule(trx, id);
    if (isPublished && !isRemoved) throw new Conflict(scheduleMessages.live);
    if (isRemoved) await auditItem(trx, articleKind, { verb: 'unschedule', id, actor });
    return isPublished ? scheduleMessages.removedLive : scheduleMessages.removed;
  });
}

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
      if (now.getTime() - Date.parse(dueAt) > mostLateMs) return setScheduleState(trx, articleId, 'late');
      await publishLockedArticle(context, trx, { existing, actor: { administratorId, now }, isScheduled: true });
      if (hasNewsletter) await setScheduleState(trx, articleId, 'published');
      else await removeSchedule(trx, articleId);
    });
  } catch (error) {
    // A picture is missing: retrying does not help.
    if (!(error instanceof Invalid)) throw error;
    await markFailed(context, articleId);
  }
}

async function markFailed({ db }: AppContext, articleId: number): Promise<void> {
  await transact(db, async (trx) => {
    const schedule = await lockSchedule(trx, articleId);
    if (schedule?.state === 'scheduled') await setScheduleState(trx, articleId, 'failed');
  });
}
