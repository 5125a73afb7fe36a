/** Schedules a draft and unschedules it. */
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
import type { ScheduleInput } from './schedule.schema.ts';
import { readPublishAt, scheduleMessages } from './schedule.ts';
import { removeSchedule, removeStaleSchedule, writeSchedule } from './schedules.server.ts';

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
    if ('problem' in read) throw Invalid.at('publishAt', read.problem);
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
