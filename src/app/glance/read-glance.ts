/** Reads what the dashboard tells at a glance: a fixed number of small questions, however much the site holds. */
import { listDoneByOthers } from '#features/activity/activity.server.ts';
import { listNextSchedules } from '#features/articles/schedule/schedules.server.ts';
import { findSentArticles } from '#features/newsletter/issues/issues.server.ts';
import { countDeliveries } from '#features/newsletter/issues/reports/issue-counts.server.ts';
import { countReaders } from '#features/newsletter/subscribers/reader-counts.server.ts';
import { countGuestsOfEvents } from '#features/registrations/guests/guests.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { Db } from '#platform/db/db.ts';
import { kinds } from '../kinds.ts';
import type { Glance } from './glance.ts';

const few = 3;
const mostPlanned = 5;

export async function readGlance(db: Db, { administratorId, now }: Actor): Promise<Glance> {
  return {
    drafts: await readDrafts(db),
    planned: await readPlanned(db),
    nextEvent: await readNextEvent(db, now),
    readers: await countReaders(db, now),
    newsletter: await readNewsletter(db),
    colleagues: await listDoneByOthers(db, kinds, { administratorId, limit: few }),
    wrong: await db.selectFrom('healthAlerts').select(['title', 'beganAt']).orderBy('beganAt').execute(),
  };
}

async function readDrafts(db: Db): Promise<Glance['drafts']> {
  const drafts = db.selectFrom('articles').where('deletedAt', 'is', null).where('isPublished', '=', false);
  const { total } = await drafts.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const latest = await drafts
    .select(['id', 'title', 'updatedAt'])
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(few)
    .execute();
  return { total: Number(total), latest };
}

async function readPlanned(db: Db): Promise<Glance['planned']> {
  const { total, next } = await listNextSchedules(db, mostPlanned);
  const sent = await findSentArticles(
    db,
    next.map(({ id }) => id),
  );
  return { total, next: next.map((one) => ({ ...one, isSent: sent.has(one.id) })) };
}

async function readNextEvent(db: Db, now: Date): Promise<Glance['nextEvent']> {
  const event = await db
    .selectFrom('events')
    .select(['id', 'title', 'eventDate', 'endDate', 'isAllDay', 'location', 'startsAt', 'hasSignup', 'capacity'])
    .where('deletedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .where('startsAt', '>=', now.toISOString())
    .orderBy('startsAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!event) return null;
  const [guests] = await countGuestsOfEvents(db, [event.id]);
  const { coming, waiting } = guests ?? { coming: { people: 0, places: 0 }, waiting: { people: 0 } };
  return { ...event, people: coming.people, places: coming.places, waiting: waiting.people };
}

async function readNewsletter(db: Db): Promise<Glance['newsletter']> {
  const issue = await db
    .selectFrom('issues')
    .select(['id', 'articleId', 'subject', 'state', 'createdAt'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!issue) return null;
  const { id, ...last } = issue;
  const counts = await countDeliveries(db, id);
  const total = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return { ...last, counts, total };
}
