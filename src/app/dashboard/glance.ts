/** Reads the dashboard's overview with a fixed number of small queries, whatever the size of the site. */
import { listNextSchedules } from '#features/articles/schedule/schedule-lists.server.ts';
import { type FormPlace, parseFormName } from '#features/drafts/draft.ts';
import { listDrafts } from '#features/drafts/drafts.server.ts';
import { findTitles } from '#features/items/items.server.ts';
import { countKeptConfirmations } from '#features/newsletter/content/kept-confirmations.server.ts';
import { countNonexistentAddresses, countOutcomesSoFar } from '#features/newsletter/issues/reports/outcomes.server.ts';
import { whyIssueStopped } from '#features/newsletter/issues/reports/why-issue-waits.server.ts';
import { findArticlesWithNewsletter } from '#features/newsletter/issues/sending.server.ts';
import { countSubscribers } from '#features/newsletter/subscribers/subscribers.server.ts';
import { countGuestsOfEvents } from '#features/registrations/guests/guests.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { kinds } from '../kinds.ts';
import type { Glance } from './dashboard.schema.ts';
import { readAndRecordFirstSteps } from './first-steps.ts';

const mostScheduled = 5;

export async function readGlance(context: Pick<AppContext, 'db' | 'config'>, actor: Actor): Promise<Glance> {
  const { db } = context;
  const { now } = actor;
  return {
    unsavedDrafts: await readUnsaved(db, actor),
    scheduled: await readScheduled(db),
    nextEvent: await readNextEvent(db, now),
    subscribers: await countSubscribers(db, now),
    keptConfirmations: await countKeptConfirmations(context, now),
    newsletter: await readNewsletter(db),
    wrong: await db.selectFrom('healthAlerts').select(['title', 'beganAt']).orderBy('beganAt').execute(),
    firstSteps: await readAndRecordFirstSteps(context, actor),
  };
}

async function readUnsaved(db: Db, { administratorId }: Actor): Promise<Glance['unsavedDrafts']> {
  const drafts = await listDrafts(db, administratorId);
  const places = await listOpenable(
    db,
    drafts.flatMap(({ form }) => parseFormName(form) ?? []),
  );
  const [newest] = places;
  if (!newest) return { total: 0, newest: null };
  const item = 'key' in newest ? `new-${newest.key}` : String(newest.id);
  return { total: places.length, newest: { kind: newest.kind, item } };
}

/** Those of new items, and of items that are not in the bin. */
async function listOpenable(db: Db, places: FormPlace[]): Promise<FormPlace[]> {
  const open = new Set<FormPlace>();
  for (const kind of kinds) {
    const ofKind = places.filter((place) => place.kind === kind.name);
    const ids = ofKind.flatMap((place) => ('id' in place ? place.id : []));
    const present = (await findTitles(db, kind, ids)).filter(({ deletedAt }) => deletedAt === null);
    const presentIds = new Set(present.map(({ id }) => id));
    for (const place of ofKind) if ('key' in place || presentIds.has(place.id)) open.add(place);
  }
  return places.filter((place) => open.has(place));
}

async function readScheduled(db: Db): Promise<Glance['scheduled']> {
  const { total, next } = await listNextSchedules(db, mostScheduled);
  const sent = await findArticlesWithNewsletter(
    db,
    next.flatMap(({ articleId }) => articleId ?? []),
  );
  return { total, next: next.map((one) => ({ ...one, isSent: sent.has(one.articleId ?? 0) })) };
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
  const [guests] = await countGuestsOfEvents(db, [event.id], now);
  const { coming, waiting } = guests ?? { coming: { people: 0, places: 0 }, waiting: { people: 0 } };
  return { ...event, people: coming.people, places: coming.places, waiting: waiting.people };
}

async function readNewsletter(db: Db): Promise<Glance['newsletter']> {
  const issue = await db
    .selectFrom('issues')
    .select(['id', 'articleId', 'subject', 'state', 'createdAt', 'sendAfter'])
    .where('state', '!=', 'draft')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!issue) return null;
  const progress = await countOutcomesSoFar(db, issue);
  const hasFailures = progress.outcomes.bounced + progress.counts.failed > 0;
  return {
    ...issue,
    ...progress,
    gone: hasFailures ? await countNonexistentAddresses(db, issue.id) : 0,
    note: await whyIssueStopped(db, { ...issue, counts: progress.counts }),
  };
}
