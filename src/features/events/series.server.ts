/** Events of one series: made on several dates at once, and changed together with those that come later (F5). */
import { lockItem, presentItems } from '#features/items/items.server.ts';
import { auditItem, insertItem, updateItem, type Values } from '#features/items/saving.server.ts';
import { holdTimeZone } from '#features/settings/settings.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, isPostgres, transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { eventKind } from './event.kind.ts';
import type { SocietyEvent } from './event.schema.ts';
import { dateProblem, parseEventDate } from './event-date.ts';
import { endFrom, type Instants, instantsOf, movedDay, onDay, type Times } from './event-times.ts';
import type { EventRow } from './events.server.ts';

type EventValues = Values<typeof eventKind>;
type Repeat = { id: number; dates: string[]; actor: Actor };

/**
 * The event on each of these days, at the same time of the clock. A day on which the series already has one keeps it, so that
 * the same call again changes nothing.
 * @throws Invalid
 */
export async function repeatEvent(context: AppContext, { id, dates, actor }: Repeat): Promise<SocietyEvent[]> {
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
    return presentItems(trx, rows, 'administrators');
  });
}

type Later = { before: EventRow; after: EventValues & Times; timeZone: string; actor: Actor };

/**
 * Does to the later events of a series what a save does to one of them, and to nothing else of theirs.
 * @returns how many there are
 */
export async function saveLater(trx: Db, { before, after, timeZone, actor }: Later): Promise<number> {
  const changed = Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isTime(name) && before[name as keyof EventRow] !== value),
  );
  const isMoved = (['eventDate', 'endDate', 'isAllDay'] as const).some((name) => before[name] !== after[name]);
  if (!isMoved && Object.keys(changed).length === 0) return 0;
  const rows = await lockLater(trx, before);
  for (const existing of rows) {
    const values = { ...changed, ...(isMoved && movedTimes(existing, { before, after, timeZone })) };
    await updateItem(trx, eventKind, { existing, values, actor });
  }
  return rows.length;
}

/** For a change, soonest first. */
export async function lockLater(trx: Db, { seriesId, startsAt }: EventRow): Promise<EventRow[]> {
  if (seriesId === null) return [];
  return livingOf(trx, seriesId)
    .where('startsAt', '>', startsAt)
    .$if(isPostgres(trx), (rows) => rows.forUpdate())
    .execute();
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

/** As many days later as the one that was saved, at its new time of the clock if that changed, and as long. */
function movedTimes(existing: EventRow, { before, after, timeZone }: Omit<Later, 'actor'>): Times & Instants {
  const isOtherClock = before.eventDate.slice(10) !== after.eventDate.slice(10);
  const day = movedDay(existing.eventDate, before.eventDate, after.eventDate);
  const eventDate = onDay(day, isOtherClock ? after.eventDate : existing.eventDate);
  const times = { eventDate, endDate: endFrom(eventDate, after), isAllDay: after.isAllDay };
  return { ...times, ...instantsOf(times, timeZone) };
}

/** A cancellation belongs to one event alone. */
function copyOn(day: string, event: EventRow, timeZone: string): EventValues {
  const { title, location, address, onlineUrl, ticketUrl, description, isAllDay, seriesId } = event;
  const { imageUrl, imageFocalX, imageFocalY } = event;
  const eventDate = onDay(day, event.eventDate);
  const times = { eventDate, endDate: endFrom(eventDate, event), isAllDay };
  return {
    ...{ title, location, address, onlineUrl, ticketUrl, description, seriesId },
    ...{ imageUrl, imageFocalX, imageFocalY },
    ...times,
    ...instantsOf(times, timeZone),
  };
}

function isTime(name: string): boolean {
  return ['eventDate', 'endDate', 'isAllDay', 'startsAt', 'endsAt'].includes(name);
}

function dayOf(typed: string): string {
  const date = parseEventDate(`${typed.trim().slice(0, 10)}T00:00`);
  if (typeof date === 'object') return date.wallTime.slice(0, 10);
  const problem = dateProblem(typed.trim().slice(0, 10)) ?? 'Please write each date such as 2027-12-03';
  throw new Invalid(problem, { dates: problem });
}
