/** Events: stores wall times as typed and the instants derived from them, which decide Past or Upcoming (C1, F1). */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { presentItems, type RowOf } from '#features/items/items.server.ts';
import type { Db } from '#platform/db/db.ts';
import { searchCondition, searchIndexes } from '#platform/db/search/search.ts';
import { type Param, preparedQuery } from '#platform/fast/prepared-query.ts';
import { cursorParts, decodeCursor, encodeCursor, type Listed, type ListQuery } from '#platform/http/api.ts';
import type { eventKind } from './event.kind.ts';
import type { SocietyEvent } from './event.schema.ts';
import { instantsOf } from './event-times.ts';

const EventCursor = z.tuple([z.enum(['upcoming', 'past', 'newest']), cursorParts.instant, cursorParts.id]);

/** Behind an index; an event is past once it lies before now (F1). */
export const overAt = sql<string>`coalesce(ends_at, starts_at)`;

export type EventRow = RowOf<typeof eventKind>;

/** `all`: upcoming soonest first, then past newest first; `newest`: simply the latest date first (C3). */
export type EventList = 'all' | 'upcoming' | 'past' | 'newest';
type Phase = Exclude<EventList, 'all'>;
/** The condition of a search. */
type IsFound = RawBuilder<boolean> | null;

export async function listEvents(db: Db, list: EventList, query: ListQuery, now: Date): Promise<Listed<SocietyEvent>> {
  const [cursorPhase, ...place] = query.cursor ? decodeCursor(query.cursor, EventCursor) : [];
  const isFound = query.search ? await searchCondition(db, query.search, searchIndexes.events) : null;
  const phases: Phase[] = list === 'all' ? ['upcoming', 'past'] : [list];
  const rows: (EventRow & { phase: Phase })[] = [];
  let total = 0;
  for (const phase of phases) {
    total += await count(db, phase, isFound, now);
    if (phase === 'upcoming' && cursorPhase === 'past') continue;
    const after = phase === cursorPhase ? place : null;
    const missing = query.limit + 1 - rows.length;
    if (missing > 0) rows.push(...(await read(db, { phase, isFound, after, limit: missing, now })));
  }
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const plain = shown.map(({ phase: _phase, ...row }) => row);
  return {
    items: await presentItems(db, plain, list === 'newest' ? 'administrators' : 'visitors'),
    total,
    nextCursor: rows.length > query.limit && last ? encodeCursor([last.phase, last.startsAt, last.id]) : null,
  };
}

/** All events, latest first. At most 9,000: a sitemap holds them beside the articles. */
export async function listEventPages(db: Db): Promise<Pick<EventRow, 'id' | 'updatedAt' | 'imageUrl'>[]> {
  return db
    .selectFrom('events')
    .select(['id', 'updatedAt', 'imageUrl'])
    .where('deletedAt', 'is', null)
    .orderBy('startsAt', 'desc')
    .limit(9000)
    .execute();
}

/** The next instant at which an upcoming event becomes past; null when none is upcoming. */
export async function nextEventOver(db: Db, now: Date): Promise<Date | null> {
  const next = await db
    .selectFrom('events')
    .select(overAt.as('at'))
    .where('deletedAt', 'is', null)
    .where(overAt, '>=', now.toISOString())
    .orderBy(overAt)
    .limit(1)
    .executeTakeFirst();
  // In the millisecond in which it is over an event is still upcoming.
  return next ? new Date(Date.parse(next.at) + 1) : null;
}

/**
 * Recomputes the instants of all events, also in the bin, when the site's time zone changes. The wall times stay as typed (C1),
 * and so does `version`; by `updatedAt` calendars see that an event moved (RFC 5546, 2.1.5).
 */
export async function recomputeEventTimes(trx: Db, timeZone: string, now: Date): Promise<void> {
  const updatedAt = now.toISOString();
  const rows = await trx
    .selectFrom('events')
    .select(['id', 'eventDate', 'endDate', 'isAllDay', 'startsAt', 'endsAt'])
    .orderBy('id')
    .execute();
  for (const { id, startsAt, endsAt, ...times } of rows) {
    const instants = instantsOf(times, timeZone);
    if (instants.startsAt !== startsAt || instants.endsAt !== endsAt)
      await trx.updateTable('events').set({ ...instants, updatedAt }).where('id', '=', id).execute();
  }
}

function living(db: Db, isFound: IsFound = null) {
  return db
    .selectFrom('events')
    .where('deletedAt', 'is', null)
    .$if(isFound !== null, (events) => events.where(isFound as RawBuilder<boolean>));
}

type Instant = string | RawBuilder<string>;

function inPhase(db: Db, phase: Phase, isFound: IsFound, now: Instant) {
  const events = living(db, isFound);
  if (phase === 'newest') return events;
  return events.where(overAt, phase === 'past' ? '<' : '>=', now);
}

/** Each phase as a whole, without a search. */
const preparedFor = { upcoming: prepare('upcoming'), past: prepare('past'), newest: prepare('newest') };

function prepare(phase: Phase) {
  return {
    total: preparedQuery((db, param: Param<{ now: string }>) => totalOf(inPhase(db, phase, null, param('now')))),
    firstPage: preparedQuery((db, param: Param<{ now: string; limit: number }>) =>
      inOrder(inPhase(db, phase, null, param('now')), phase).limit(param('limit')),
    ),
  };
}

async function count(db: Db, phase: Phase, isFound: IsFound, date: Date): Promise<number> {
  const now = date.toISOString();
  const [row] = isFound
    ? await totalOf(inPhase(db, phase, isFound, now)).execute()
    : await preparedFor[phase].total(db, { now });
  return Number(row?.total);
}

function totalOf(events: ReturnType<typeof living>) {
  return events.select((select) => select.fn.countAll<number>().as('total'));
}

type Place = (string | number)[] | null;
type Read = { phase: Phase; isFound: IsFound; after: Place; limit: number; now: Date };

async function read(db: Db, { phase, isFound, after, limit, now: date }: Read) {
  const now = date.toISOString();
  const rows =
    isFound || after
      ? await inOrder(inPhase(db, phase, isFound, now), phase, after)
          .limit(limit)
          .execute()
      : await preparedFor[phase].firstPage(db, { now, limit });
  return rows.map((row) => ({ ...row, phase }));
}

function inOrder(events: ReturnType<typeof living>, phase: Phase, after: Place = null) {
  const direction = phase === 'upcoming' ? 'asc' : 'desc';
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  return events
    .selectAll()
    .$if(after !== null, (rows) => rows.where(sql<boolean>`(starts_at, id) ${beyond} (${after?.[0]}, ${after?.[1]})`))
    .orderBy('startsAt', direction)
    .orderBy('id', direction);
}
