/** Events: the wall time as typed is kept, the instant it stands for is derived, and Past/Upcoming is decided by it (C1). */
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { picturesFor } from '#features/uploads/pictures.server.ts';
import { audit } from '#platform/audit.ts';
import { contains } from '#platform/db/contains.ts';
import { type Db, isPostgres, transact } from '#platform/db/db.ts';
import type { EventsTable } from '#platform/db/tables.ts';
import { Conflict, Invalid, NotFound } from '#platform/errors.ts';
import { cursorParts, decodeCursor, encodeCursor, type Listed, type ListQuery } from '#platform/http/api.ts';
import { wallTimeToInstant } from '#shared/dates.ts';
import type { SocietyEvent, SocietyEventInput } from './event.schema.ts';
import { eventMessages } from './event.ts';
import { dateProblem, parseEventDate } from './event-date.ts';

const EventCursor = z.tuple([z.enum(['upcoming', 'past', 'newest']), cursorParts.instant, cursorParts.id]);

type EventRow = Selectable<EventsTable>;
export type Actor = { administratorId: number; now: Date };

/** `all`: upcoming soonest first, then past newest first; `newest`: simply the latest date first (C3). */
export type EventList = 'all' | 'upcoming' | 'past' | 'newest';
type Phase = Exclude<EventList, 'all'>;

export async function listEvents(db: Db, list: EventList, query: ListQuery, now: Date): Promise<Listed<SocietyEvent>> {
  const [cursorPhase, ...place] = query.cursor ? decodeCursor(query.cursor, EventCursor) : [];
  const phases: Phase[] = list === 'all' ? ['upcoming', 'past'] : [list];
  const rows: (EventRow & { phase: Phase })[] = [];
  let total = 0;
  for (const phase of phases) {
    total += await count(db, phase, query.search, now);
    if (phase === 'upcoming' && cursorPhase === 'past') continue;
    const after = phase === cursorPhase ? place : null;
    const missing = query.limit + 1 - rows.length;
    if (missing > 0) rows.push(...(await read(db, { phase, search: query.search, after, limit: missing, now })));
  }
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    items: await present(
      db,
      shown.map(({ phase: _phase, ...row }) => row),
    ),
    total,
    nextCursor: rows.length > query.limit && last ? encodeCursor([last.phase, last.startsAt, last.id]) : null,
  };
}

/** @throws NotFound */
export async function getEvent(db: Db, id: number): Promise<SocietyEvent> {
  return presentOne(db, await getRow(db, id));
}

type Save = { id: number | null; input: SocietyEventInput; timeZone: string };

/** Creates (`id` null) or updates; what the input leaves out stays. `timeZone` is the site's. */
export async function saveEvent(db: Db, { id, input, timeZone }: Save, actor: Actor): Promise<SocietyEvent> {
  const at = actor.now.toISOString();
  return transact(db, async (trx) => {
    const existing = id === null ? null : await lockRow(trx, id);
    if (existing && input.version !== undefined && input.version !== existing.version)
      throw new Conflict('Somebody else saved this event meanwhile.');
    const values = merge(existing, input, timeZone);
    const row = existing
      ? await update(trx, existing, values, at)
      : await trx
          .insertInto('events')
          .values({ ...values, createdAt: at, updatedAt: at, deletedAt: null })
          .returningAll()
          .executeTakeFirstOrThrow();
    const action = existing ? 'event.update' : 'event.create';
    await audit(trx, { at: actor.now, administratorId: actor.administratorId, action, entityId: row.id });
    return presentOne(trx, row);
  });
}

export async function setEventImage(db: Db, id: number, imageUrl: string | null, now: Date): Promise<SocietyEvent> {
  return transact(db, async (trx) =>
    presentOne(trx, await update(trx, await lockRow(trx, id), { imageUrl }, now.toISOString())),
  );
}

/** Moves the event to the bin. */
export async function removeEvent(db: Db, id: number, { administratorId, now }: Actor): Promise<void> {
  await transact(db, async (trx) => {
    await lockRow(trx, id);
    await trx.updateTable('events').set({ deletedAt: now.toISOString() }).where('id', '=', id).execute();
    await audit(trx, { at: now, administratorId, action: 'event.delete', entityId: id });
  });
}

function living(db: Db, search: string | undefined) {
  return db
    .selectFrom('events')
    .where('deletedAt', 'is', null)
    .$if(Boolean(search), (events) => events.where(contains(db, search ?? '', ['title', 'description'])));
}

function inPhase(db: Db, phase: Phase, search: string | undefined, now: Date) {
  const events = living(db, search);
  if (phase === 'newest') return events;
  return events.where('startsAt', phase === 'past' ? '<' : '>=', now.toISOString());
}

async function count(db: Db, phase: Phase, search: string | undefined, now: Date): Promise<number> {
  const { total } = await inPhase(db, phase, search, now)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

type Read = { phase: Phase; search: string | undefined; after: (string | number)[] | null; limit: number; now: Date };

async function read(db: Db, { phase, search, after, limit, now }: Read) {
  const direction = phase === 'upcoming' ? 'asc' : 'desc';
  const beyond = sql.raw(direction === 'asc' ? '>' : '<');
  const rows = await inPhase(db, phase, search, now)
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

/** For a change: nobody else changes it until the end of the transaction. SQLite has one writer anyway. */
async function lockRow(trx: Db, id: number): Promise<EventRow> {
  const row = await living(trx, undefined)
    .selectAll()
    .where('id', '=', id)
    .$if(isPostgres(trx), (rows) => rows.forUpdate())
    .executeTakeFirst();
  if (!row) throw new NotFound(eventMessages.notFound);
  return row;
}

async function getRow(db: Db, id: number): Promise<EventRow> {
  const row = await living(db, undefined).selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new NotFound(eventMessages.notFound);
  return row;
}

type Values = Omit<EventRow, 'id' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'version'>;

function merge(existing: EventRow | null, input: SocietyEventInput, timeZone: string): Values {
  const title = input.title ?? existing?.title ?? '';
  const location = input.location ?? existing?.location ?? '';
  const typed = input.eventDate ?? existing?.eventDate ?? '';
  const date = parseEventDate(typed);
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
    imageUrl: (input.imageUrl === undefined ? existing?.imageUrl : input.imageUrl) ?? null,
  };
}

async function update(db: Db, existing: EventRow, values: Partial<Values>, at: string): Promise<EventRow> {
  return db
    .updateTable('events')
    .set({ ...values, updatedAt: at, version: existing.version + 1 })
    .where('id', '=', existing.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function presentOne(db: Db, row: EventRow): Promise<SocietyEvent> {
  const [event] = await present(db, [row]);
  if (!event) throw new NotFound(eventMessages.notFound);
  return event;
}

async function present(db: Db, rows: EventRow[]): Promise<SocietyEvent[]> {
  const pictures = await picturesFor(
    db,
    rows.map((row) => row.imageUrl),
  );
  return rows.map(({ deletedAt: _deletedAt, ...row }) => ({ ...row, image: pictures.get(row.imageUrl ?? '') ?? null }));
}
