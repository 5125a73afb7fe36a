/** The schedules of drafts in the database. Lock the article before making, processing or ending its schedule. */

import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { usernamesOf } from '#features/revisions/who-saved.server.ts';
import type { Db } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';
import { wallTimeToInstant } from '#shared/instants.ts';
import type { ScheduledPublicationsTable } from '../articles.tables.ts';
import type { Schedule } from './schedule.schema.ts';

export type ScheduleRow = Selectable<ScheduledPublicationsTable>;

/** An article by its id, or a digest or note. */
export type ScheduleKey = number | { issueId: number };

function hasKey(key: ScheduleKey) {
  return (eb: ExpressionBuilder<Tables, 'scheduledPublications'>) =>
    typeof key === 'number' ? eb('articleId', '=', key) : eb('issueId', '=', key.issueId);
}

/** In a query on articles: this one is scheduled. */
export const isScheduled = sql<boolean>`is_published = ${false} and exists
  (select 1 from scheduled_publications where scheduled_publications.article_id = articles.id)`;

/** For administrators, by article. */
export async function findSchedules(db: Db, articleIds: number[]): Promise<Map<number, Schedule>> {
  if (articleIds.length === 0) return new Map();
  const rows = await db.selectFrom('scheduledPublications').selectAll().where('articleId', 'in', articleIds).execute();
  return new Map((await presentSchedules(db, rows)).map(({ row, schedule }) => [row.articleId ?? 0, schedule]));
}

/** The schedule of an article, digest or note. */
export async function findSchedule(db: Db, key: ScheduleKey): Promise<Schedule | null> {
  const row = await db.selectFrom('scheduledPublications').selectAll().where(hasKey(key)).executeTakeFirst();
  const [found] = await presentSchedules(db, row ? [row] : []);
  return found?.schedule ?? null;
}

export async function presentSchedules<Row extends ScheduleRow>(db: Db, rows: Row[]) {
  const names = await usernamesOf(
    db,
    rows.map(({ administratorId }) => administratorId),
  );
  return rows.map((row) => {
    const { publishAt, dueAt, hasNewsletter: sendsNewsletter, administratorId } = row;
    // The moment before its newsletter is sent.
    const state = row.state === 'published' ? 'scheduled' : row.state;
    const scheduledBy = names.get(administratorId ?? 0) ?? null;
    const schedule: Schedule = { publishAt, dueAt, sendsNewsletter, state, isLate: state !== 'scheduled', scheduledBy };
    return { row, schedule };
  });
}

export async function lockSchedule(trx: Db, key: ScheduleKey): Promise<ScheduleRow | undefined> {
  return trx.selectFrom('scheduledPublications').selectAll().where(hasKey(key)).forUpdate().executeTakeFirst();
}

/** Replaces an earlier schedule. */
export async function writeSchedule(
  trx: Db,
  key: ScheduleKey,
  schedule: Omit<ScheduleRow, 'id' | 'articleId' | 'issueId' | 'toldAt' | 'state'> & { state?: ScheduleRow['state'] },
): Promise<void> {
  await removeSchedule(trx, key);
  const of = typeof key === 'number' ? { articleId: key } : key;
  await trx
    .insertInto('scheduledPublications')
    .values({ ...of, state: 'scheduled', ...schedule })
    .execute();
}

/** False when there was none. */
export async function removeSchedule(trx: Db, key: ScheduleKey): Promise<boolean> {
  const removed = await trx.deleteFrom('scheduledPublications').where(hasKey(key)).executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

/** Removes the schedule of a live article, unless its newsletter has still to be sent. */
export async function removeStaleSchedule(trx: Db, articleId: number): Promise<boolean> {
  const stale = trx.deleteFrom('scheduledPublications').where('articleId', '=', articleId);
  return (await stale.where('state', '!=', 'published').executeTakeFirst()).numDeletedRows > 0n;
}

export async function changeSchedule(trx: Db, key: ScheduleKey, change: Partial<ScheduleRow>): Promise<void> {
  await trx.updateTable('scheduledPublications').set(change).where(hasKey(key)).execute();
}

/**
 * The wall times stay when the site's time zone changes. One that is then in the past needs a decision: no one meant to send it
 * now.
 */
export async function recomputeSchedules(trx: Db, timeZone: string, now: Date): Promise<void> {
  const rows = await trx.selectFrom('scheduledPublications').select(['id', 'publishAt']).execute();
  for (const { id, publishAt } of rows) {
    const dueAt = wallTimeToInstant(publishAt, timeZone);
    const schedule = trx.updateTable('scheduledPublications').where('id', '=', id);
    await schedule.set({ dueAt }).execute();
    // The article is not locked here: a worker may have published it in the meantime.
    if (dueAt <= now.toISOString()) await schedule.set({ state: 'late' }).where('state', '=', 'scheduled').execute();
  }
}

/** For a restored database: the site may already have done what is scheduled there. */
export async function markSchedulesRestored(db: Db): Promise<void> {
  await db.deleteFrom('scheduledPublications').where('state', '=', 'published').execute();
  await db.updateTable('scheduledPublications').set({ state: 'restored', toldAt: null }).execute();
}
