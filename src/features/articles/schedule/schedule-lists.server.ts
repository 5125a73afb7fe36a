/** Lists of schedules: the next ones, those that need a decision, those a worker has to process. */
import { sql } from 'kysely';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import type { LateSchedule } from './schedule.schema.ts';
import { missedStates } from './schedule.ts';
import { presentSchedules } from './schedules.server.ts';

/** Schedules that need a decision, the earliest first. */
export function listMissedSchedules(db: Db): Promise<LateSchedule[]> {
  return withItems(db)
    .select(['scheduledPublications.articleId', 'issueId', title, 'publishAt', 'scheduledPublications.state'])
    .where('scheduledPublications.state', 'in', missedStates)
    .orderBy('dueAt')
    .orderBy('scheduledPublications.id')
    .limit(50)
    .$narrowType<Pick<LateSchedule, 'state'>>()
    .execute();
}

/** With the article, digest or note of each. */
function withItems(db: Db) {
  return db
    .selectFrom('scheduledPublications')
    .leftJoin('articles', 'articles.id', 'scheduledPublications.articleId')
    .leftJoin('issues', 'issues.id', 'scheduledPublications.issueId');
}

const title = sql<string>`coalesce(articles.title, issues.subject)`.as('title');

/** Upcoming schedules, the earliest first. */
export async function listNextSchedules(db: Db, limit: number) {
  const schedules = withItems(db).where('scheduledPublications.state', '!=', 'published');
  const total = await countRows(schedules);
  const first = await schedules
    .selectAll('scheduledPublications')
    .select([title, 'issues.kind as issueKind'])
    .orderBy('dueAt')
    .orderBy('scheduledPublications.id')
    .limit(limit)
    .execute();
  const next = (await presentSchedules(db, first)).map(({ row, schedule }) => {
    const { articleId, issueId, issueKind, title } = row;
    return { ...schedule, articleId, issueId, issueKind, title };
  });
  return { total, next };
}

/** The schedules that need work: due ones, newsletters to send, and late ones not yet reported. */
export async function listSchedulesToProcess(db: Db, now: Date) {
  const rows = await db
    .selectFrom('scheduledPublications')
    .select(['articleId', 'issueId', 'state', 'administratorId'])
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'scheduled'), eb('dueAt', '<=', now.toISOString())]),
        eb('state', '=', 'published'),
        eb.and([eb('state', 'in', missedStates), eb('toldAt', 'is', null)]),
      ]),
    )
    .orderBy('dueAt')
    .orderBy('id')
    .execute();
  return rows.map(({ articleId, issueId, ...row }) => ({ ...row, key: articleId ?? { issueId: issueId ?? 0 } }));
}
