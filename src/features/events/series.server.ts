/** Events of one series: made on several dates at once (F5). */
import { lockItem } from '#features/items/items.server.ts';
import { auditItem, insertItemWithRevision } from '#features/items/saving.server.ts';
import { lockTimeZone } from '#features/settings/settings.server.ts';
import type { Actor } from '#platform/actor.ts';
import type { AppContext } from '#platform/context.ts';
import { transact } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import { dateProblem } from '#shared/typed-date.ts';
import { parseEventWallTime } from './dates/event-date-validation.ts';
import { eventKind } from './event.kind.ts';
import type { RepeatedEvent } from './event.schema.ts';
import { type EventRow, presentEvents } from './event-lists.server.ts';
import { endKeepingLength, wallTimeOnDay } from './event-times.ts';
import { checkedInstants } from './saving.server.ts';
import { moveSignupTime } from './signup/signup-times.ts';

type Repeat = { id: number; dates: string[]; actor: Actor };

/**
 * Adds the event on each of these days, at the same clock time. Skips days on which the series already has one, so a repeated call
 * changes nothing.
 * @throws Invalid
 */
export async function repeatEvent(context: AppContext, { id, dates, actor }: Repeat): Promise<RepeatedEvent[]> {
  const days = [...new Set(dates.map(dayOf))].sort();
  return transact(context.db, async (trx) => {
    // Before the lock of the event, as for a save.
    const timeZone = await lockTimeZone(trx, context.config);
    const event = await lockItem(trx, eventKind, id);
    const seriesId = event.seriesId ?? event.id;
    await trx.updateTable('events').set({ seriesId }).where('id', '=', id).execute();
    const series = trx.selectFrom('events').selectAll().where('seriesId', '=', seriesId).where('deletedAt', 'is', null);
    const there = await series.orderBy('startsAt').orderBy('id').execute();
    const rows: EventRow[] = [];
    let count = 0;
    for (const day of days) {
      const found = there.find(({ eventDate }) => eventDate.startsWith(day));
      if (!found) count++;
      rows.push(
        found ?? (await insertItemWithRevision(trx, eventKind, copyOn(day, { ...event, seriesId }, timeZone), actor)),
      );
    }
    if (count > 0) await auditItem(trx, eventKind, { verb: 'repeat', id, actor, detail: { count } });
    const events = await presentEvents(trx, rows, 'administrators');
    return events.map((event) => ({ ...event, isNew: !there.some((one) => one.id === event.id) }));
  });
}

/** A cancellation belongs to one event. */
function copyOn(day: string, event: EventRow, timeZone: string) {
  const { id: _id, version: _version, ...copied } = event;
  const eventDate = wallTimeOnDay(day, event.eventDate);
  const times = { eventDate, endDate: endKeepingLength(eventDate, event), isAllDay: event.isAllDay };
  const along = { from: event.eventDate, to: eventDate, timeZone };
  return {
    ...copied,
    cancelledAt: null,
    cancellationNote: null,
    moves: 0,
    signupOpensAt: moveSignupTime(event.signupOpensAt, along),
    signupClosesAt: moveSignupTime(event.signupClosesAt, along),
    ...times,
    ...checkedInstants(times, timeZone),
  };
}

function dayOf(typed: string): string {
  const date = parseEventWallTime(`${typed.trim().slice(0, 10)}T00:00`);
  if (typeof date === 'object') return date.wallTime.slice(0, 10);
  throw Invalid.at('dates', dateProblem(typed.trim().slice(0, 10)) ?? 'Please write each date such as 2027-12-03');
}
