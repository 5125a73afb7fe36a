/**
 * The places of an event. Lock the event before deciding about them, so that no two decide at once (H4). Lock order: the settings,
 * the event, its registrations.
 */
import { eventKind } from '#features/events/event.kind.ts';
import { isEventPast } from '#features/events/event.ts';
import type { EventRow } from '#features/events/event-lists.server.ts';
import { getItem } from '#features/items/items.server.ts';
import type { AppContext } from '#platform/context.ts';
import type { Db } from '#platform/db/db.ts';
import { Conflict, Invalid, NotFound } from '#platform/errors.ts';
import { pluralise } from '#shared/text.ts';
import { notifyGuests } from './emails/notify-guests.server.ts';
import type { EventPlaces } from './registration.schema.ts';
import { isSignupClosed, mostPlacesPerPerson, registrationMessages, signupState } from './registration.ts';
import type { RegistrationRow } from './registration-links.server.ts';

/** @throws NotFound also for one in the bin */
export async function lockEvent(trx: Db, id: number): Promise<EventRow> {
  const event = await lockedEventQuery(trx, id).where('deletedAt', 'is', null).executeTakeFirst();
  if (!event) throw new NotFound(eventKind.texts.notFound);
  return event;
}

/** Also of an event in the bin. */
export function lockEventEvenInBin(trx: Db, id: number): Promise<EventRow> {
  return lockedEventQuery(trx, id).executeTakeFirstOrThrow();
}

/** A new sign-up, whose foreign key only reads the event's key, does not wait for this lock. */
function lockedEventQuery(trx: Db, id: number) {
  return trx.selectFrom('events').selectAll().where('id', '=', id).forNoKeyUpdate();
}

/**
 * Of a locked event.
 * @throws NotFound for one that is erased or deleted
 */
export async function lockGuest(trx: Db, id: number): Promise<RegistrationRow> {
  const row = await trx.selectFrom('registrations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row || row.emailKey === null) throw new NotFound(registrationMessages.linkUnknown);
  return row;
}

export async function countPlacesTaken(db: Db, eventId: number): Promise<number> {
  const row = await db
    .selectFrom('registrations')
    .select((select) => select.fn.sum<number | null>('places').as('places'))
    .where('eventId', '=', eventId)
    .where('state', '=', 'confirmed')
    .executeTakeFirst();
  return Number(row?.places ?? 0);
}

/** What visitors learn of an event's sign-up. @throws NotFound */
export async function readEventPlaces(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  id: number,
): Promise<EventPlaces> {
  const event = await getItem(db, eventKind, id);
  const taken = event.hasSignup ? await countPlacesTaken(db, id) : 0;
  const state = signupState(event, taken, clock.now().toISOString());
  const { capacity } = event.hasSignup ? event : { capacity: null };
  return { state, capacity, placesLeft: capacity === null ? null : Math.max(0, capacity - taken) };
}

/** Infinity without a limit; negative if organisers gave more by hand. */
export async function countPlacesLeft(db: Db, event: Pick<EventRow, 'id' | 'capacity'>): Promise<number> {
  return placesLeftWith(event, event.capacity === null ? 0 : await countPlacesTaken(db, event.id));
}

export function placesLeftWith({ capacity }: Pick<EventRow, 'capacity'>, taken: number): number {
  return capacity === null ? Number.POSITIVE_INFINITY : capacity - taken;
}

/** Whether free places go to the waiting list automatically. */
export function promotesFromWaitingList(event: EventRow, now: Date): boolean {
  const isThere = event.hasSignup && event.cancelledAt === null && event.deletedAt === null;
  const at = now.toISOString();
  return isThere && !isSignupClosed(event, at) && !isEventPast(event, at);
}

/**
 * Gives the free places of a locked event to the first waiting guests who fit, with one email each (H3). Skips `exceptId`, and
 * guests who want more than one person may have. Returns those who got a place.
 */
export async function promoteWaitingGuests(trx: Db, event: EventRow, now: Date, exceptId?: number): Promise<number[]> {
  if (!promotesFromWaitingList(event, now)) return [];
  let left = await countPlacesLeft(trx, event);
  if (left <= 0) return [];
  const most = mostPlacesPerPerson(event);
  const promoted: number[] = [];
  for (const { id, places } of await listWaiting(trx, event.id)) {
    if (places > left || places > most || id === exceptId) continue;
    left -= places;
    promoted.push(id);
  }
  if (promoted.length > 0)
    await trx.updateTable('registrations').set({ state: 'confirmed' }).where('id', 'in', promoted).execute();
  await notifyGuests(trx, { kind: 'registration-promoted', ids: promoted, event, now });
  return promoted;
}

function listWaiting(trx: Db, eventId: number) {
  return trx
    .selectFrom('registrations')
    .select(['id', 'places'])
    .where('eventId', '=', eventId)
    .where('state', '=', 'waiting')
    .orderBy('confirmedAt')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** @throws Conflict */
export function refuseUnlessOpen(event: EventRow, taken: number, now: Date): void {
  const state = signupState(event, taken, now.toISOString());
  if (state !== 'open' && state !== 'full') throw new Conflict(registrationMessages[state]);
}

/** `kept`: as many as they have already. @throws Invalid */
export function refuseTooManyPlaces(event: EventRow, places: number, kept = 0): void {
  const most = mostPlacesPerPerson(event);
  if (places <= Math.max(most, kept)) return;
  const message = `One person can take ${pluralise(most, 'place')}.`;
  throw new Invalid(message, { places: message });
}
