/** Tells and promotes guests when their event changes, in the transaction of the change. */
import { hasEventBegun, isEventPast, placeAndTime } from '#features/events/event.ts';
import type { EventRow } from '#features/events/event-lists.server.ts';
import type { EventHooks, EventSaved } from '#features/events/signup/event-hooks-contract.server.ts';
import type { Db } from '#platform/db/db.ts';
import { Conflict } from '#platform/errors.ts';
import { notNeeded } from '#platform/mail/queue/mail-rows.ts';
import { eventTimeText } from '#shared/dates.ts';
import { pluralise } from '#shared/text.ts';
import { notifyGuests } from './emails/notify-guests.server.ts';
import type { RegistrationEmailKind } from './emails/registration-email-rules.server.ts';
import {
  countPlacesTaken,
  lockEventEvenInBin,
  promotesFromWaitingList,
  promoteWaitingGuests,
} from './places.server.ts';
import { mostPlacesPerPerson, registrationMessages } from './registration.ts';

export const guestEventHooks: EventHooks = {
  saved: afterEventSaved,
  async cancelled(trx, { event, notify, now }) {
    if (event.cancelledAt === null) return notifyOfEventAgain(trx, { event, notify, now });
    return notify ? notifyAllGuests(trx, { kind: 'registration-event-cancelled', event, now }) : 0;
  },
  async removed(trx, id, now) {
    const event = await lockEventEvenInBin(trx, id);
    return event.cancelledAt === null ? notifyAllGuests(trx, { kind: 'registration-event-deleted', event, now }) : 0;
  },
};

/** Taken out of the bin. */
export async function notifyGuestsOfRestoredEvent(trx: Db, id: number, now: Date): Promise<number> {
  const event = await lockEventEvenInBin(trx, id);
  return event.cancelledAt === null ? notifyOfEventAgain(trx, { event, notify: true, now }) : 0;
}

/**
 * Refuses to delete an event permanently while its emails are being sent: they would be deleted too.
 * @throws Conflict
 */
export async function refuseWhileNotifying(trx: Db, eventId: number): Promise<void> {
  const waiting = trx
    .selectFrom('mails')
    .innerJoin('registrations', 'registrations.id', 'mails.registrationId')
    .select('mails.id')
    .where('registrations.eventId', '=', eventId)
    .where('mails.kind', 'in', ['registration-event-cancelled', 'registration-event-deleted'])
    .where('mails.state', 'in', ['queued', 'sending', 'retry']);
  if (await waiting.executeTakeFirst()) throw new Conflict(registrationMessages.stillTold);
}

type Again = { event: EventRow; notify: boolean; now: Date };

/**
 * Emails about places may have been dropped while the event was cancelled: tells everyone with a place or on the waiting list.
 * Guests who move up, or whose place is news to them, are told in any case.
 */
async function notifyOfEventAgain(trx: Db, { event, notify, now }: Again): Promise<number> {
  const promoted = await promoteWaitingGuests(trx, event, now);
  if (!notify) return promoted.length + (await repeatDroppedEmails(trx, event, now));
  const others = await notifyAllGuests(trx, { kind: again, event, now, except: promoted });
  return promoted.length + others;
}

const again = 'registration-event-again';
const kindsOfPlaces = [
  'registration-place',
  'registration-promoted',
  'registration-waiting',
  'registration-moved',
] as const satisfies RegistrationEmailKind[];

/** Writes again what guests were last to be told about their place, where that was dropped while the event was cancelled. */
async function repeatDroppedEmails(trx: Db, event: EventRow, now: Date): Promise<number> {
  if (isEventPast(event, now.toISOString())) return 0;
  const emails = await trx
    .selectFrom('mails')
    .innerJoin('registrations', 'registrations.id', 'mails.registrationId')
    .select(['registrations.id', 'mails.kind', 'mails.smtpAnswer'])
    .where('registrations.eventId', '=', event.id)
    .where('registrations.state', 'in', ['confirmed', 'waiting'])
    .where('mails.kind', 'in', [...kindsOfPlaces, again])
    .orderBy('mails.id')
    .execute();
  const ofPlaces = emails.filter(({ kind, smtpAnswer }) => kind !== again || smtpAnswer !== notNeeded);
  const last = [...new Map(ofPlaces.map((email) => [email.id, email])).values()];
  let told = 0;
  for (const kind of kindsOfPlaces) {
    const ids = last.filter((email) => email.kind === kind && email.smtpAnswer === notNeeded).map(({ id }) => id);
    told += await notifyGuests(trx, { kind, ids, event, now });
  }
  return told;
}

async function afterEventSaved(
  trx: Db,
  { before, after, isForced, notify, actor: { now } }: EventSaved,
): Promise<number> {
  if (before === null) return 0;
  if (!hasEventBegun(after, now.toISOString())) await cancelErasedGuests(trx, after.id);
  if (!isForced) await refuseTooFew(trx, before, after);
  const promoted = await promoteWaitingGuests(trx, after, now);
  const isToBeTold = notify && isMoved(before, after) && after.cancelledAt === null;
  const told = isToBeTold
    ? await notifyAllGuests(trx, {
        kind: 'registration-changed',
        event: after,
        now,
        except: promoted,
        content: { was: { time: eventTimeText(before), location: before.location } },
      })
    : 0;
  const isLower = mostPlacesPerPerson(after) < mostPlacesPerPerson(before);
  const isTurnLost = promotesFromWaitingList(after, now) && (isLower || !promotesFromWaitingList(before, now));
  const waiting = isTurnLost ? await notifyGuestsWaitingForTooMany(trx, { event: after, isLower, now }) : 0;
  // Those who wait are among all guests.
  return promoted.length + Math.max(told, waiting);
}

type TooMany = { event: EventRow; isLower: boolean; now: Date };

/** Tells waiting guests who want too many places, because their turn would never come. Tells no one twice. */
async function notifyGuestsWaitingForTooMany(trx: Db, { event, isLower, now }: TooMany): Promise<number> {
  const told = trx
    .selectFrom('mails')
    .select('registrationId')
    .where('kind', '=', 'registration-too-many')
    .where('registrationId', 'is not', null);
  const guests = await trx
    .selectFrom('registrations')
    .select('id')
    .where('eventId', '=', event.id)
    .where('state', '=', 'waiting')
    .where('places', '>', mostPlacesPerPerson(event))
    .$if(!isLower, (query) => query.where('id', 'not in', told))
    .execute();
  return notifyGuests(trx, { kind: 'registration-too-many', ids: guests.map(({ id }) => id), event, now });
}

/** Of a capacity that gets lower. @throws Conflict */
async function refuseTooFew(trx: Db, before: EventRow, { id, capacity }: EventRow): Promise<void> {
  if (capacity === null || (before.capacity !== null && capacity >= before.capacity)) return;
  const taken = await countPlacesTaken(trx, id);
  if (taken <= capacity) return;
  const given = `${pluralise(taken, 'place')} ${taken === 1 ? 'is' : 'are'} already taken.`;
  throw new Conflict(`${given} No one loses theirs, but no one gets one until there is room.`);
}

type Zones = { from: string; to: string };

/** For events that a new time zone has moved. */
export async function notifyGuestsOfMovedEvents(trx: Db, ids: number[], zones: Zones, now: Date): Promise<number> {
  let told = 0;
  for (const id of ids) {
    const event = await lockEventEvenInBin(trx, id);
    if (event.cancelledAt !== null || event.deletedAt !== null) continue;
    const was = { time: `${eventTimeText(event)} (${zones.from})`, location: event.location, zone: zones.to };
    told += await notifyAllGuests(trx, { kind: 'registration-changed', event, now, content: { was } });
  }
  return told;
}

function isMoved(before: EventRow, after: EventRow): boolean {
  return [...placeAndTime, 'startsAt' as const, 'endsAt' as const].some((name) => before[name] !== after[name]);
}

/** Erased guests are unknown: they take no places when the event is held again. */
async function cancelErasedGuests(trx: Db, eventId: number): Promise<void> {
  await trx
    .updateTable('registrations')
    .set({ state: 'cancelled', cancelledBy: 'organiser', presentAt: null })
    .where('eventId', '=', eventId)
    .where('state', '=', 'confirmed')
    .where('emailKey', 'is', null)
    .execute();
}

type Told = {
  kind: RegistrationEmailKind;
  event: EventRow;
  now: Date;
  except?: number[];
  content?: object;
};

/** Those with a place and those who wait. No one is notified about an event that is over. */
async function notifyAllGuests(trx: Db, { kind, event, now, except = [], content = {} }: Told): Promise<number> {
  if (isEventPast(event, now.toISOString())) return 0;
  const guests = await trx
    .selectFrom('registrations')
    .select('id')
    .where('eventId', '=', event.id)
    .where('state', 'in', ['confirmed', 'waiting'])
    .orderBy('id')
    .execute();
  const others = new Set(except);
  const ids = guests.map(({ id }) => id).filter((id) => !others.has(id));
  return notifyGuests(trx, { kind, ids, event, content, now });
}
