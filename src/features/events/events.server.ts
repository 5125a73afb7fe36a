/** Events: stores the wall time as typed and the instant derived from it, which decides Past or Upcoming (C1). */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { mergedPicture } from '#features/items/item-picture.server.ts';
import { presentItem, presentItems, type RowOf } from '#features/items/items.server.ts';
import { type Save, saveItem, type Values } from '#features/items/saving.server.ts';
import { holdTimeZone } from '#features/settings/settings.server.ts';
import { refuseMissingPictures } from '#features/uploads/missing.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { searchCondition, searchIndexes } from '#platform/db/search/search.ts';
import { Invalid } from '#platform/errors.ts';
import { type Param, preparedQuery } from '#platform/fast/prepared-query.ts';
import { cursorParts, decodeCursor, encodeCursor, type Listed, type ListQuery } from '#platform/http/api.ts';
import { wallTimeToInstant } from '#shared/instants.ts';
import { eventKind } from './event.kind.ts';
import type { SocietyEvent, SocietyEventInput } from './event.schema.ts';
import { eventMessages } from './event.ts';
import { dateProblem, parseEventDate } from './event-date.ts';

const EventCursor = z.tuple([z.enum(['upcoming', 'past', 'newest']), cursorParts.instant, cursorParts.id]);

type EventRow = RowOf<typeof eventKind>;

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
export async function nextEventStart(db: Db, now: Date): Promise<Date | null> {
  const next = await db
    .selectFrom('events')
    .select('startsAt')
    .where('deletedAt', 'is', null)
    .where('startsAt', '>=', now.toISOString())
    .orderBy('startsAt')
    .limit(1)
    .executeTakeFirst();
  // In the millisecond of its start an event is still upcoming.
  return next ? new Date(Date.parse(next.startsAt) + 1) : null;
}

/** Checks what is required and derives the instant from the date as typed (C1, C2). */
export async function saveEvent(context: AppContext, save: Save<SocietyEventInput>): Promise<SocietyEvent> {
  return transact(context.db, async (trx) => {
    await refuseMissingPictures(trx, context, save.input);
    // Locks the settings before the event: a change of the time zone takes its locks in this order.
    const timeZone = await holdTimeZone(trx, context.config);
    const merge = (existing: EventRow | null) => merged(existing, save.input, timeZone);
    return presentItem(trx, await saveItem(trx, eventKind, { ...save, merge }), 'administrators');
  });
}

/**
 * Recomputes the instants of all events, also in the bin, when the site's time zone changes. The wall time stays as typed (C1),
 * and so does `version`.
 */
export async function recomputeStartTimes(trx: Db, timeZone: string): Promise<void> {
  const rows = await trx.selectFrom('events').select(['id', 'eventDate', 'startsAt']).orderBy('id').execute();
  for (const { id, eventDate, startsAt } of rows) {
    const instant = wallTimeToInstant(eventDate, timeZone);
    if (instant !== startsAt) await trx.updateTable('events').set({ startsAt: instant }).where('id', '=', id).execute();
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
  return events.where('startsAt', phase === 'past' ? '<' : '>=', now);
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

/** What the input leaves out stays. */
function merged(existing: EventRow | null, input: SocietyEventInput, timeZone: string): Values<typeof eventKind> {
  const title = input.title ?? existing?.title ?? '';
  const location = input.location ?? existing?.location ?? '';
  const typed = input.eventDate ?? existing?.eventDate ?? '';
  const date = input.eventDate === undefined && existing ? { wallTime: existing.eventDate } : parseEventDate(typed);
  const fields: Record<string, string> = {};
  if (!title) fields.title = 'Please enter a title';
  if (!location) fields.location = 'Please enter a location';
  if (date === 'incomplete') fields.eventDate = 'Please enter a date and a time';
  if (Object.keys(fields).length > 0) throw new Invalid(eventMessages.required, fields);
  if (date === 'impossible' || date === 'incomplete') {
    const problem = dateProblem(typed.trim().slice(0, 10)) ?? eventMessages.impossibleTime;
    throw new Invalid(problem, { eventDate: problem });
  }
  return {
    title,
    location,
    eventDate: date.wallTime,
    startsAt: wallTimeToInstant(date.wallTime, timeZone),
    description: input.description ?? existing?.description ?? '',
    ...mergedPicture(existing, input),
  };
}
