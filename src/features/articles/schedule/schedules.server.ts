/** The plans of drafts in the database. Whoever plans one, carries it out or ends it has locked its article first. */
import { type Selectable, sql } from 'kysely';
import { usernamesOf } from '#features/revisions/editors.server.ts';
import type { Db } from '#platform/db/db.ts';
import { wallTimeToInstant } from '#shared/instants.ts';
import type { ScheduledPublicationsTable } from '../articles.tables.ts';
import type { LateSchedule, Schedule } from './schedule.schema.ts';
import { waitingStates } from './schedule.ts';

export type ScheduleRow = Selectable<ScheduledPublicationsTable>;

/** In a query on articles: this one is planned. */
export const isPlanned = sql<boolean>`is_published = ${false} and exists
  (select 1 from scheduled_publications where scheduled_publications.article_id = articles.id)`;

/** For administrators, by article. */
export async function findSchedules(db: Db, articleIds: number[]): Promise<Map<number, Schedule>> {
  if (articleIds.length === 0) return new Map();
  const rows = await db.selectFrom('scheduledPublications').selectAll().where('articleId', 'in', articleIds).execute();
  const names = await usernamesOf(
    db,
    rows.map(({ administratorId }) => administratorId),
  );
  return new Map(
    rows.flatMap(({ articleId, publishAt, dueAt, hasNewsletter: sendsNewsletter, state, administratorId }) => {
      if (state === 'published') return [];
      const plannedBy = names.get(administratorId ?? 0) ?? null;
      return [[articleId, { publishAt, dueAt, sendsNewsletter, state, isLate: state !== 'planned', plannedBy }]];
    }),
  );
}

export async function lockSchedule(trx: Db, articleId: number): Promise<ScheduleRow | undefined> {
  return trx
    .selectFrom('scheduledPublications')
    .selectAll()
    .where('articleId', '=', articleId)
    .forUpdate()
    .executeTakeFirst();
}

/** Takes the place of the plan that was there. */
export async function writeSchedule(trx: Db, plan: Omit<ScheduleRow, 'toldAt' | 'state'>): Promise<void> {
  await removeSchedule(trx, plan.articleId);
  await trx
    .insertInto('scheduledPublications')
    .values({ ...plan, state: 'planned' })
    .execute();
}

/** False when there was none. */
export async function removeSchedule(trx: Db, articleId: number): Promise<boolean> {
  const removed = await trx.deleteFrom('scheduledPublications').where('articleId', '=', articleId).executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

/** Of a live article, which is not planned any more: only what says that its newsletter has still to be sent stays. */
export async function removeStaleSchedule(trx: Db, articleId: number): Promise<boolean> {
  const stale = trx.deleteFrom('scheduledPublications').where('articleId', '=', articleId);
  return (await stale.where('state', '!=', 'published').executeTakeFirst()).numDeletedRows > 0n;
}

export async function setScheduleState(trx: Db, articleId: number, state: ScheduleRow['state']): Promise<void> {
  await trx.updateTable('scheduledPublications').set({ state }).where('articleId', '=', articleId).execute();
}

export async function markTold(trx: Db, articleId: number, now: Date): Promise<void> {
  const told = { toldAt: now.toISOString() };
  await trx.updateTable('scheduledPublications').set(told).where('articleId', '=', articleId).execute();
}

/** The wall times stay when the site's time zone changes. One that is over by that waits for a person: nobody meant to send it now. */
export async function recomputeSchedules(trx: Db, timeZone: string, now: Date): Promise<void> {
  const rows = await trx.selectFrom('scheduledPublications').select(['articleId', 'publishAt']).execute();
  for (const { articleId, publishAt } of rows) {
    const dueAt = wallTimeToInstant(publishAt, timeZone);
    const plan = trx.updateTable('scheduledPublications').where('articleId', '=', articleId);
    await plan.set({ dueAt }).execute();
    // No article is locked here: a worker may have made it live since it was read.
    if (dueAt <= now.toISOString()) await plan.set({ state: 'late' }).where('state', '=', 'planned').execute();
  }
}

/** In a database that comes back: the site may have done since what is planned there. */
export async function holdSchedules(db: Db): Promise<void> {
  await db.deleteFrom('scheduledPublications').where('state', '=', 'published').execute();
  await db.updateTable('scheduledPublications').set({ state: 'restored', toldAt: null }).execute();
}

/** What waits for a person, that which was due first. */
export async function listLateSchedules(db: Db): Promise<LateSchedule[]> {
  const rows = await db
    .selectFrom('scheduledPublications')
    .innerJoin('articles', 'articles.id', 'scheduledPublications.articleId')
    .select(['articleId', 'title', 'publishAt', 'hasNewsletter', 'state'])
    .where('state', 'in', waitingStates)
    .orderBy('dueAt')
    .orderBy('articleId')
    .limit(50)
    .execute();
  return rows.map(({ hasNewsletter: sendsNewsletter, state, ...row }) => ({
    ...row,
    sendsNewsletter,
    state: state as LateSchedule['state'],
  }));
}

/** The first to go live by itself. */
export function findNextPlan(db: Db) {
  return db
    .selectFrom('scheduledPublications')
    .select(['articleId', 'dueAt'])
    .where('state', '=', 'planned')
    .orderBy('dueAt')
    .limit(1)
    .executeTakeFirst();
}

/** Those that are planned, the first to go live first. */
export async function listNextSchedules(db: Db, limit: number) {
  const plans = db
    .selectFrom('scheduledPublications')
    .innerJoin('articles', 'articles.id', 'scheduledPublications.articleId')
    .where('state', '!=', 'published');
  const { total } = await plans.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const first = await plans.select(['articles.id', 'title']).orderBy('dueAt').orderBy('id').limit(limit).execute();
  const schedules = await findSchedules(
    db,
    first.map(({ id }) => id),
  );
  const next = first.flatMap(({ id, title }) => {
    const schedule = schedules.get(id);
    return schedule ? [{ id, title, ...schedule }] : [];
  });
  return { total: Number(total), next };
}

/** The articles that have something to do: those that are due, those to be sent, and those of which nobody was told. */
export async function findWork(db: Db, now: Date) {
  const rows = await db
    .selectFrom('scheduledPublications')
    .select(['articleId', 'state'])
    .where((plan) =>
      plan.or([
        plan.and([plan('state', '=', 'planned'), plan('dueAt', '<=', now.toISOString())]),
        plan('state', '=', 'published'),
        plan.and([plan('state', 'in', waitingStates), plan('toldAt', 'is', null)]),
      ]),
    )
    .orderBy('dueAt')
    .orderBy('articleId')
    .execute();
  return rows;
}
