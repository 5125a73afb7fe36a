/** What a change of an event means for its guests, in the transaction of the change. */
import { isPast } from '#features/events/event.ts';
import type { EventRow } from '#features/events/events.server.ts';
import type { EventHooks, EventSaved } from '#features/events/signup/event-hooks.server.ts';
import type { Db } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import { countOf } from '#shared/text.ts';
import { type RegistrationEmailKind, tellGuests } from './emails/registration-emails.server.ts';
import { placesTaken, promote } from './places.server.ts';
import type { RegistrationRow } from './registration-links.server.ts';

export const guestsFollow: EventHooks = {
  saved,
  async cancelled(trx, { event, notify, now }) {
    const kind = event.cancelledAt === null ? 'registration-event-again' : 'registration-event-cancelled';
    if (notify) await tellAll(trx, { kind, event, now });
    await promote(trx, event, now);
  },
  async removed(trx, id, now) {
    const event = await getAnyEvent(trx, id);
    // Whoever was told that it was cancelled knows enough.
    if (event.cancelledAt === null) await tellAll(trx, { kind: 'registration-event-deleted', event, now });
  },
};

/** Taken out of the bin. */
export async function guestsReturn(trx: Db, id: number, now: Date): Promise<void> {
  const event = await getAnyEvent(trx, id);
  if (event.cancelledAt !== null) return;
  await tellAll(trx, { kind: 'registration-event-again', event, now });
  await promote(trx, event, now);
}

async function saved(trx: Db, { before, after, isForced, notify, actor: { now } }: EventSaved): Promise<void> {
  if (before === null) return;
  if (!isForced && isCapacityLower(before, after)) await refuseTooFew(trx, after);
  const isToBeTold = notify && isMoved(before, after) && after.cancelledAt === null;
  if (isToBeTold) await tellAll(trx, { kind: 'registration-changed', event: after, now, states: ['confirmed'] });
  await promote(trx, after, now);
}

function isCapacityLower(before: EventRow, { capacity }: EventRow): boolean {
  return capacity !== null && (before.capacity === null || capacity < before.capacity);
}

/** @throws Conflict */
async function refuseTooFew(trx: Db, { id, capacity }: EventRow): Promise<void> {
  const taken = await placesTaken(trx, id);
  if (capacity === null || taken <= capacity) return;
  const given = `${countOf(taken, 'place')} ${taken === 1 ? 'is' : 'are'} given already.`;
  throw new Conflict(`${given} Nobody loses theirs, but nobody gets one until there is room.`);
}

/** What stands in the calendar of a guest. */
const told = ['eventDate', 'startsAt', 'endDate', 'endsAt', 'isAllDay', 'location', 'address', 'onlineUrl'] as const;

function isMoved(before: EventRow, after: EventRow): boolean {
  return told.some((name) => before[name] !== after[name]);
}

type Told = { kind: RegistrationEmailKind; event: EventRow; now: Date; states?: RegistrationRow['state'][] };

/** Nobody is told of an event that is over. */
async function tellAll(trx: Db, { kind, event, now, states = ['confirmed', 'waiting'] }: Told): Promise<void> {
  if (isPast(event, now.toISOString())) return;
  const guests = await trx
    .selectFrom('registrations')
    .select('id')
    .where('eventId', '=', event.id)
    .where('state', 'in', states)
    .orderBy('id')
    .execute();
  await tellGuests(trx, { kind, ids: guests.map(({ id }) => id), event, now });
}

function getAnyEvent(trx: Db, id: number): Promise<EventRow> {
  return trx.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
