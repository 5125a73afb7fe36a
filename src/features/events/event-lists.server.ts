/** Events: listing and presenting. The instants derived from the typed wall times decide Past or Upcoming (C1, F1). */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { presentItems, type RowOf } from '#features/items/items.server.ts';
import { splitLines } from '#features/items/kind.ts';
import { type ChosenQuery, listByIndex, type States } from '#features/items/listing.server.ts';
import type { Viewer } from '#platform/actor.ts';
import type { Db } from '#platform/db/db.ts';
import { searchCondition, searchIndexes } from '#platform/db/search/search.ts';
import { type Param, preparedQuery } from '#platform/fast/prepared-query.ts';
import { cursorParts, cutPage, decodeCursor, type Listed, type ListQuery } from '#platform/http/list-pages.ts';
import { eventKind } from './event.kind.ts';
import type { SocietyEvent } from './event.schema.ts';

const EventCursor = z.tuple([z.enum(['ongoing', 'upcoming', 'past']), cursorParts.instant, cursorParts.id]);

/** The end, or the start if there is no end; an index covers it (F1). */
export const endOrStartSql = sql<string>`coalesce(ends_at, starts_at)`;

export type EventRow = RowOf<typeof eventKind>;

/** `all`: upcoming soonest first, then past newest first (C3). */
export type EventList = 'all' | 'upcoming' | 'past';
type Phase = Exclude<EventList, 'all'> | 'ongoing';
/** The condition of a search. */
type IsFound = RawBuilder<boolean> | null;

export async function listEvents(db: Db, list: EventList, query: ListQuery, now: Date): Promise<Listed<SocietyEvent>> {
  const [cursorPhase, ...place] = query.cursor ? decodeCursor(query.cursor, EventCursor) : [];
  const isFound = query.search ? await searchCondition(db, query.search, searchIndexes.events) : null;
  const phases = phasesOf[list];
  const rows: (EventRow & { phase: Phase })[] = [];
  const at = now.toISOString();
  let total = 0;
  for (const phase of phases) {
    const isBehindCursor = cursorPhase !== undefined && phases.indexOf(phase) < phases.indexOf(cursorPhase);
    const after = phase === cursorPhase ? place : null;
    const limit = isBehindCursor ? 0 : query.limit + 1 - rows.length;
    const found = limit > 0 ? await readPhase(db, { phase, isFound, after, limit, now: at }) : [];
    rows.push(...found);
    const isWhole = after === null && found.length < limit;
    total += isWhole ? found.length : await countInPhase(db, phase, isFound, at);
  }
  const { shown, nextCursor } = cutPage(rows, query.limit, ({ phase, startsAt, id }) => [phase, startsAt, id]);
  const plain = shown.map(({ phase: _phase, ...row }) => row);
  return { items: await presentEvents(db, plain, 'visitors'), total, nextCursor };
}

/** A cancelled event is neither upcoming nor past. */
export function eventStateConditions(now: string): States<typeof eventKind> {
  return {
    upcoming: sql`${endOrStartSql} >= ${now} and cancelled_at is null`,
    past: sql`${endOrStartSql} < ${now} and cancelled_at is null`,
    cancelled: sql`cancelled_at is not null`,
  };
}

/** For administrators: the latest date first. */
export async function listEventsForAdministrators(
  db: Db,
  query: ChosenQuery,
  now: Date,
): Promise<Listed<SocietyEvent>> {
  const states = eventStateConditions(now.toISOString());
  const { events: index } = searchIndexes;
  const placeOf = ({ startsAt, id }: EventRow) => [startsAt, id];
  const { rows, ...page } = await listByIndex(db, eventKind, { query, states, index, newest: ['starts_at'], placeOf });
  return { ...page, items: await presentEvents(db, rows, 'administrators') };
}

export async function presentEvents(db: Db, rows: EventRow[], viewer: Viewer): Promise<SocietyEvent[]> {
  const items = await presentItems(db, rows, viewer);
  return items.map(({ questions, ...item }) => ({ ...item, questions: splitLines(questions) }));
}

export async function presentEvent(db: Db, row: EventRow, viewer: Viewer): Promise<SocietyEvent> {
  const [event] = await presentEvents(db, [row], viewer);
  return event as SocietyEvent;
}

/** All events, latest first. At most 9,000, which fit a sitemap beside the articles. */
export async function listEventsForSitemap(db: Db): Promise<Pick<EventRow, 'id' | 'updatedAt' | 'imageUrl'>[]> {
  return db
    .selectFrom('events')
    .select(['id', 'updatedAt', 'imageUrl'])
    .where('deletedAt', 'is', null)
    .orderBy('startsAt', 'desc')
    .limit(9000)
    .execute();
}

/** The next instant at which an upcoming event becomes past; null when none is upcoming. */
export async function nextEventEnd(db: Db, now: Date): Promise<Date | null> {
  const next = await db
    .selectFrom('events')
    .select(endOrStartSql.as('at'))
    .where('deletedAt', 'is', null)
    .where(endOrStartSql, '>=', now.toISOString())
    .orderBy(endOrStartSql)
    .limit(1)
    .executeTakeFirst();
  // An event is still upcoming in the millisecond in which it ends.
  return next ? new Date(Date.parse(next.at) + 1) : null;
}

/** Each phase uses an index; running events started before all upcoming ones. */
const phasesOf: Record<EventList, Phase[]> = {
  all: ['ongoing', 'upcoming', 'past'],
  upcoming: ['ongoing', 'upcoming'],
  past: ['past'],
};

/** Avoids the index of the start, which does not know ends. */
const begunAt = sql<string>`coalesce(starts_at, ends_at)`;

function phaseQuery(db: Db, phase: Phase, isFound: IsFound, now: string | RawBuilder<string>) {
  const events = db
    .selectFrom('events')
    .where('deletedAt', 'is', null)
    .$if(isFound !== null, (rows) => rows.where(isFound as RawBuilder<boolean>));
  if (phase === 'upcoming') return events.where('startsAt', '>=', now);
  if (phase === 'ongoing') return events.where('endsAt', '>=', now).where(begunAt, '<', now);
  return events
    .where('startsAt', '<', now)
    .where((event) => event.or([event('endsAt', 'is', null), event('endsAt', '<', now)]));
}

/** Each phase as a whole, without a search. */
const preparedFor = {
  ongoing: prepareQueries('ongoing'),
  upcoming: prepareQueries('upcoming'),
  past: prepareQueries('past'),
};

function prepareQueries(phase: Phase) {
  return {
    total: preparedQuery((db, param: Param<{ now: string }>) => totalQuery(phaseQuery(db, phase, null, param('now')))),
    firstPage: preparedQuery((db, param: Param<{ now: string; limit: number }>) =>
      orderedQuery(phaseQuery(db, phase, null, param('now')), phase).limit(param('limit')),
    ),
  };
}

async function countInPhase(db: Db, phase: Phase, isFound: IsFound, now: string): Promise<number> {
  const [row] = isFound
    ? await totalQuery(phaseQuery(db, phase, isFound, now)).execute()
    : await preparedFor[phase].total(db, { now });
  return Number(row?.total);
}

function totalQuery(events: ReturnType<typeof phaseQuery>) {
  return events.select((select) => select.fn.countAll<number>().as('total'));
}

type Place = (string | number)[] | null;
type Read = { phase: Phase; isFound: IsFound; after: Place; limit: number; now: string };

async function readPhase(db: Db, { phase, isFound, after, limit, now }: Read) {
  const rows =
    isFound || after
      ? await orderedQuery(phaseQuery(db, phase, isFound, now), phase, after)
          .limit(limit)
          .execute()
      : await preparedFor[phase].firstPage(db, { now, limit });
  return rows.map((row) => ({ ...row, phase }));
}

function orderedQuery(events: ReturnType<typeof phaseQuery>, phase: Phase, after: Place = null) {
  const direction = phase === 'ongoing' || phase === 'upcoming' ? 'asc' : 'desc';
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  return events
    .selectAll()
    .$if(after !== null, (rows) => rows.where(sql<boolean>`(starts_at, id) ${beyond} (${after?.[0]}, ${after?.[1]})`))
    .orderBy(phase === 'ongoing' ? begunAt : sql.ref('startsAt'), direction)
    .orderBy('id', direction);
}
