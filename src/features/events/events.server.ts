/** Events: the wall time as typed is kept, the instant it stands for is derived, and Past/Upcoming is decided by it (C1). */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { getItem, presentItem, presentItems } from '#features/items/items.server.ts';
import type { Viewer } from '#platform/actor.ts';
import type { Db } from '#platform/db/db.ts';
import { searchCondition, searchIndexes } from '#platform/db/search/search.ts';
import type { EventsTable } from '#platform/db/tables.ts';
import { cursorParts, decodeCursor, encodeCursor, type Listed, type ListQuery } from '#platform/http/api.ts';
import { wallTimeToInstant } from '#shared/dates.ts';
import { eventKind } from './event.kind.ts';
import type { SocietyEvent } from './event.schema.ts';

const EventCursor = z.tuple([z.enum(['upcoming', 'past', 'newest']), cursorParts.instant, cursorParts.id]);

export type EventRow = Selectable<EventsTable>;

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

/** Of every event, the latest first; 9,000 at most, beside the articles in a map of the site. */
export async function listEventIds(db: Db): Promise<Pick<EventRow, 'id' | 'updatedAt'>[]> {
  return db
    .selectFrom('events')
    .select(['id', 'updatedAt'])
    .where('deletedAt', 'is', null)
    .orderBy('startsAt', 'desc')
    .limit(9000)
    .execute();
}

/** The instant from which an event that is now upcoming is past; null when none is upcoming. */
export async function nextEventStart(db: Db, now: Date): Promise<Date | null> {
  const next = await db
    .selectFrom('events')
    .select('startsAt')
    .where('deletedAt', 'is', null)
    .where('startsAt', '>=', now.toISOString())
    .orderBy('startsAt')
    .limit(1)
    .executeTakeFirst();
  // An event counts as upcoming in the very millisecond of its start.
  return next ? new Date(Date.parse(next.startsAt) + 1) : null;
}

/** @throws NotFound */
export async function getEvent(db: Db, id: number, viewer: Viewer): Promise<SocietyEvent> {
  return presentItem(db, await getItem(db, eventKind, id), viewer);
}

/** For an administrator. */
export function presentEvent(db: Db, row: EventRow): Promise<SocietyEvent> {
  return presentItem(db, row, 'administrators');
}

function living(db: Db, isFound: IsFound = null) {
  return db
    .selectFrom('events')
    .where('deletedAt', 'is', null)
    .$if(isFound !== null, (events) => events.where(isFound as RawBuilder<boolean>));
}

function inPhase(db: Db, phase: Phase, isFound: IsFound, now: Date) {
  const events = living(db, isFound);
  if (phase === 'newest') return events;
  return events.where('startsAt', phase === 'past' ? '<' : '>=', now.toISOString());
}

async function count(db: Db, phase: Phase, isFound: IsFound, now: Date): Promise<number> {
  const row = await inPhase(db, phase, isFound, now)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirst();
  return Number(row?.total);
}

type Read = { phase: Phase; isFound: IsFound; after: (string | number)[] | null; limit: number; now: Date };

async function read(db: Db, { phase, isFound, after, limit, now }: Read) {
  const direction = phase === 'upcoming' ? 'asc' : 'desc';
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  const rows = await inPhase(db, phase, isFound, now)
    .selectAll()
    .$if(after !== null, (events) =>
      events.where(sql<boolean>`(starts_at, id) ${beyond} (${after?.[0]}, ${after?.[1]})`),
    )
    .orderBy('startsAt', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, phase }));
}

/**
 * The instants of all events, also in the bin, after the site's time zone has changed: the wall time stays as typed (C1),
 * and so does `version`.
 */
export async function recomputeStartTimes(trx: Db, timeZone: string): Promise<void> {
  const rows = await trx.selectFrom('events').select(['id', 'eventDate', 'startsAt']).orderBy('id').execute();
  for (const { id, eventDate, startsAt } of rows) {
    const instant = wallTimeToInstant(eventDate, timeZone);
    if (instant !== startsAt) await trx.updateTable('events').set({ startsAt: instant }).where('id', '=', id).execute();
  }
}
