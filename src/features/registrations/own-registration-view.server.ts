/** A sign-up as its guest sees it. */
import { sql } from 'kysely';
import { hasEventBegun } from '#features/events/event.ts';
import type { EventRow } from '#features/events/event-lists.server.ts';
import { splitLines } from '#features/items/kind.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';
import { countPlacesTaken, placesLeftWith } from './places.server.ts';
import type { OwnRegistration } from './registration.schema.ts';
import { mostPlacesPerPerson, type SignupState, signupState } from './registration.ts';
import { confirmableMs, type RegistrationRow, registrationToken } from './registration-links.server.ts';

const dayMs = 86_400_000;

export function parseAnswers({ answers }: Pick<RegistrationRow, 'answers'>): { question: string; answer: string }[] {
  return answers === null ? [] : (JSON.parse(answers) as { question: string; answer: string }[]);
}

export type Own = { event: EventRow; guest: RegistrationRow };

export async function presentOwnRegistration(
  db: Db,
  { event, guest }: Own,
  { guestsKeptDays, now }: { guestsKeptDays: number; now: Date },
): Promise<OwnRegistration> {
  const taken = await countPlacesTaken(db, event.id);
  // Guests can erase their data even while the event is in the bin.
  const isGone = event.deletedAt !== null;
  const signup = isGone ? 'cancelled' : signupState(event, taken, now.toISOString());
  const canGiveBack = guest.state !== 'cancelled' && !isGone && !hasEventBegun(event, now.toISOString());
  const canChange = canGiveBack && event.cancelledAt === null;
  const asked = parseAnswers(guest);
  const left = placesLeftWith(event, taken);
  const isLate = left < guest.places;
  const waits = guest.state === 'waiting' || (guest.state === 'pending' && isOpen(signup) && isLate);
  return {
    state: guest.state,
    name: guest.name ?? '',
    email: guest.email ?? '',
    places: guest.places,
    answers: splitLines(event.questions).map((question) => ({
      question,
      answer: asked.find((one) => one.question === question)?.answer ?? '',
    })),
    most: mostPlacesPerPerson(event),
    placesLeft: Number.isFinite(left) ? Math.max(0, left) : null,
    ahead: waits ? await countPeopleAhead(db, { ...guest, confirmedAt: guest.confirmedAt ?? now.toISOString() }) : null,
    mostPlaces: canChange ? mostPlaces({ event, guest }, { signup, taken }) : null,
    canGiveBack,
    cancelledBy: guest.cancelledBy,
    signup,
    eventId: event.id,
    erasedAt: new Date(Date.parse(event.endsAt ?? event.startsAt) + guestsKeptDays * dayMs).toISOString(),
    others: await linksToOtherRequests(db, guest, now),
  };
}

/** Any link of an address opens all that it can confirm: a stranger's request never stands in the way of its owner's. */
async function linksToOtherRequests(db: Db, { id, emailKey }: RegistrationRow, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('events', 'events.id', 'registrations.eventId')
    .select(['registrations.id', 'registrations.emailKey'])
    .where('registrations.emailKey', '=', emailKey)
    .where('registrations.state', '=', 'pending')
    .where('registrations.askedAt', '>', new Date(now.getTime() - confirmableMs).toISOString())
    .where('registrations.id', '!=', id)
    .where('events.deletedAt', 'is', null)
    .orderBy('events.startsAt')
    .orderBy('registrations.id')
    .execute();
  return Promise.all(rows.map(async (row) => (await registrationToken(db, row)) ?? ''));
}

function isOpen(signup: SignupState): boolean {
  return signup === 'open' || signup === 'full';
}

/** Never fewer than they have; a guest waiting for too many must take fewer. */
function mostPlaces({ event, guest }: Own, { signup, taken }: { signup: SignupState; taken: number }): number {
  const most = mostPlacesPerPerson(event);
  if (!isOpen(signup)) return guest.places;
  if (guest.state !== 'confirmed') return most;
  const free = event.capacity === null ? most : event.capacity - taken;
  return Math.max(guest.places, Math.min(most, guest.places + free));
}

export async function countPeopleAhead(db: Db, { eventId, confirmedAt, id }: RegistrationRow): Promise<number> {
  const waiting = db.selectFrom('registrations').where('eventId', '=', eventId).where('state', '=', 'waiting');
  return countRows(waiting.where(sql<boolean>`(confirmed_at, id) < (${confirmedAt}, ${id})`));
}
