/** Events of one series: made on several dates at once, and changed together with those that come later (F5). */
import { getItem, lockItem } from '#features/items/items.server.ts';
import { auditItem, insertItem, updateItem, type Values } from '#features/items/saving.server.ts';
import { holdTimeZone } from '#features/settings/settings.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, isPostgres, transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { eventKind } from './event.kind.ts';
import type { RepeatedEvent, SocietyEvent } from './event.schema.ts';
import { eventMessages } from './event.ts';
import { dateProblem, parseEventDate } from './event-date.ts';
import { endFrom, type Instants, instantsOf, isEndBeforeStart, movedDay, onDay, type Times } from './event-times.ts';
import { type EventRow, presentEvents } from './events.server.ts';
import { closedByEnd, movedAlong, type SignupTimes } from './signup/signup-times.ts';

type EventValues = Values<typeof eventKind>;
type Repeat = { id: number; dates: string[]; actor: Actor };

/**
 * The event on each of these days, at the same time of the clock. A day on which the series already has one keeps it, so that
 * the same call again changes nothing.
 * @throws Invalid
 */
export async function repeatEvent(context: AppContext, { id, dates, actor }: Repeat): Promise<RepeatedEvent[]> {
  const days = [...new Set(dates.map(dayOf))].sort();
  return transact(context.db, async (trx) => {
    // Before the lock of the event, as for a save.
    const timeZone = await holdTimeZone(trx, context.config);
    const event = await lockItem(trx, eventKind, id);
    const seriesId = event.seriesId ?? event.id;
    await trx.updateTable('events').set({ seriesId }).where('id', '=', id).execute();
    const there = await livingOf(trx, seriesId).execute();
    const rows: EventRow[] = [];
    let count = 0;
    for (const day of days) {
      const found = there.find(({ eventDate }) => eventDate.startsWith(day));
      if (!found) count++;
      rows.push(found ?? (await insertItem(trx, eventKind, copyOn(day, { ...event, seriesId }, timeZone), actor)));
    }
    if (count > 0) await auditItem(trx, eventKind, { verb: 'repeat', id, actor, detail: { count } });
    const events = await presentEvents(trx, rows, 'administrators');
    return events.map((event) => ({ ...event, isNew: !there.some((one) => one.id === event.id) }));
  });
}

/** What 'This and later' means beside the event itself, soonest first. */
export async function listLater(db: Db, id: number): Promise<SocietyEvent[]> {
  const { seriesId, startsAt } = await getItem(db, eventKind, id);
  if (seriesId === null) return [];
  return presentEvents(db, await laterOf(db, { seriesId, startsAt }).execute(), 'administrators');
}

type Change = { before: EventRow; after: EventValues & Times & Picture & SignupTimes };
type Later = Change & { timeZone: string; actor: Actor };
export type SavedLater = { before: EventRow; after: EventRow };

/**
 * Does to the later events of a series what a save does to one of them, and to nothing else of theirs.
 * @returns each of them
 */
export async function saveLater(trx: Db, { before, after, timeZone, actor }: Later): Promise<SavedLater[]> {
  const isOther = signupTimes.some((name) => before[name] !== after[name]);
  if (
    changedTexts({ before, after }).length === 0 &&
    !isPictureChanged(before, after) &&
    !isMoved({ before, after }) &&
    !isOther
  )
    return [];
  const rows = await lockLater(trx, before);
  const saved: SavedLater[] = [];
  for (const existing of rows) {
    const values = sameChange(existing, { before, after }, timeZone);
    const isChange = Object.entries(values).some(([name, value]) => existing[name as keyof EventRow] !== value);
    const row = isChange ? await updateItem(trx, eventKind, { existing, values, actor }) : existing;
    saved.push({ before: existing, after: row });
  }
  return saved;
}

/** What the change makes of another event. */
function sameChange(existing: EventRow, { before, after }: Change, timeZone: string): Partial<EventValues> {
  const values = Object.fromEntries(changedTexts({ before, after }).map((name) => [name, after[name]]));
  const times = movedTimes(existing, { before, after });
  const instants = isMoved({ before, after }) ? realInstants(times, timeZone) : existing;
  return {
    ...values,
    ...pictureFor(existing, { before, after }),
    ...(isMoved({ before, after }) && { ...times, ...instants }),
    ...movedSignup({ ...existing, ...instants }, { before, after, to: times.eventDate, timeZone }),
  };
}

const details = ['title', 'location', 'address', 'onlineUrl', 'ticketUrl', 'description'] as const;
const texts = [...details, 'hasSignup', 'capacity', 'maxPlaces', 'questions'] as const;

function changedTexts({ before, after }: Change) {
  return texts.filter((name) => before[name] !== after[name]);
}

function isPictureChanged(before: Picture, after: Picture): boolean {
  return picture.some((name) => before[name] !== after[name]);
}

const picture = ['imageUrl', 'imageFocalX', 'imageFocalY'] as const;
type Picture = Pick<EventRow, (typeof picture)[number]>;

/** A picture and its focal point go together; the point alone is for the same picture only. */
function pictureFor(existing: EventRow, { before, after }: Change): Partial<Picture> {
  const isOther = before.imageUrl !== after.imageUrl;
  if (!isPictureChanged(before, after) || (!isOther && existing.imageUrl !== before.imageUrl)) return {};
  const { imageUrl, imageFocalX, imageFocalY } = after;
  return { imageUrl, imageFocalX, imageFocalY };
}

function isMoved({ before, after }: Change): boolean {
  return (['eventDate', 'endDate', 'isAllDay'] as const).some((name) => before[name] !== after[name]);
}

/** For a change, soonest first. */
export async function lockLater(trx: Db, { seriesId, startsAt }: EventRow): Promise<EventRow[]> {
  if (seriesId === null) return [];
  return laterOf(trx, { seriesId, startsAt })
    .$if(isPostgres(trx), (rows) => rows.forUpdate())
    .execute();
}

function laterOf(db: Db, { seriesId, startsAt }: { seriesId: number; startsAt: string }) {
  return livingOf(db, seriesId).where('startsAt', '>', startsAt);
}

function livingOf(db: Db, seriesId: number) {
  return db
    .selectFrom('events')
    .selectAll()
    .where('seriesId', '=', seriesId)
    .where('deletedAt', 'is', null)
    .orderBy('startsAt')
    .orderBy('id');
}

/**
 * As many days later as the one that was saved, at its new time of the clock and of its new length where these changed. One for
 * whole days where the other was not, or the other way round, keeps all but its day.
 */
function movedTimes(existing: EventRow, { before, after }: Change): Times {
  const day = movedDay(existing.eventDate, before.eventDate, after.eventDate);
  const isSameSort = existing.isAllDay === before.isAllDay;
  const isOtherClock = before.eventDate.slice(10) !== after.eventDate.slice(10);
  const isOtherLength = after.endDate !== endFrom(after.eventDate, before) || before.isAllDay !== after.isAllDay;
  const eventDate = onDay(day, isSameSort && isOtherClock ? after.eventDate : existing.eventDate);
  const endDate = endFrom(eventDate, isSameSort && isOtherLength ? after : existing);
  return { eventDate, endDate, isAllDay: isSameSort ? after.isAllDay : existing.isAllDay };
}

const signupTimes = ['signupOpensAt', 'signupClosesAt'] as const;

/** Where it was changed, as far from the day of the event as there; else it moves along with the event. */
function movedSignup(existing: EventRow, { before, after, to, timeZone }: Change & { to: string; timeZone: string }) {
  const moved = (name: keyof SignupTimes) => {
    const along = movedAlong(before[name], { from: before.eventDate, to: after.eventDate, timeZone });
    const isChanged = after[name] !== along && after[name] !== before[name];
    const { eventDate: from, [name]: instant } = isChanged ? after : existing;
    return movedAlong(instant, { from, to, timeZone });
  };
  return { signupOpensAt: moved('signupOpensAt'), signupClosesAt: closedByEnd(moved('signupClosesAt'), existing) };
}

/** @throws Invalid where the clocks of that night put the end before the start */
function realInstants(times: Times, timeZone: string): Instants {
  const instants = instantsOf(times, timeZone);
  if (isEndBeforeStart(times, instants))
    throw new Invalid(eventMessages.endBeforeStart, { endDate: eventMessages.endBeforeStart });
  return instants;
}

/** A cancellation belongs to one event alone. */
function copyOn(day: string, event: EventRow, timeZone: string): EventValues {
  const { title, location, address, onlineUrl, ticketUrl, description, isAllDay, seriesId } = event;
  const { imageUrl, imageFocalX, imageFocalY } = event;
  const { hasSignup, capacity, maxPlaces, questions } = event;
  const eventDate = onDay(day, event.eventDate);
  const times = { eventDate, endDate: endFrom(eventDate, event), isAllDay };
  const along = { from: event.eventDate, to: eventDate, timeZone };
  return {
    ...{ title, location, address, onlineUrl, ticketUrl, description, seriesId },
    ...{ imageUrl, imageFocalX, imageFocalY },
    ...{ hasSignup, capacity, maxPlaces, questions },
    signupOpensAt: movedAlong(event.signupOpensAt, along),
    signupClosesAt: movedAlong(event.signupClosesAt, along),
    ...times,
    ...realInstants(times, timeZone),
  };
}

function dayOf(typed: string): string {
  const date = parseEventDate(`${typed.trim().slice(0, 10)}T00:00`);
  if (typeof date === 'object') return date.wallTime.slice(0, 10);
  const problem = dateProblem(typed.trim().slice(0, 10)) ?? 'Please write each date such as 2027-12-03';
  throw new Invalid(problem, { dates: problem });
}
