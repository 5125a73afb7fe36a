/** What guests do with their own sign-up, by the link in their mails (H2, H3). Nothing here changes anything by being read. */

import { sql } from 'kysely';
import type { EventRow } from '#features/events/events.server.ts';
import { linesOf } from '#features/items/kind.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { countRows } from '#platform/db/count-rows.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, NotFound } from '#platform/errors.ts';
import { countOf } from '#shared/text.ts';
import { tellGuests } from './emails/registration-emails.server.ts';
import { leftOf, lockAnyEvent, lockGuest, placesTaken, promote } from './places.server.ts';
import type { OwnRegistration, OwnRegistrationInput } from './registration.schema.ts';
import { mostOfOne, registrationMessages, signupState } from './registration.ts';
import { getByToken, type RegistrationRow, requestFields } from './registration-links.server.ts';
import { answersText, refuseTooManyPlaces, refuseUnlessOpen } from './signing-up.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

const dayMs = 86_400_000;
/** For which a link confirms. */
export const confirmableMs = dayMs;

export async function getOwnRegistration(context: Context, token: string): Promise<OwnRegistration> {
  const { db, config, clock } = context;
  const { row, request } = await getByToken(db, token);
  const event = await db.selectFrom('events').selectAll().where('id', '=', row.eventId).executeTakeFirst();
  if (!event) throw new NotFound(registrationMessages.eventGone);
  const guest = asAsked(row, request);
  if (guest.state === 'pending') refuseExpired(guest, clock.now());
  const { guestsKeptDays } = await getSettings(db, config);
  return present(db, { event, guest }, { guestsKeptDays, now: clock.now() });
}

/**
 * Takes the place, or one on the waiting list, as the mail of the link says. The same link again changes nothing, and neither does one
 * one of another request.
 * @throws NotFound, Conflict when sign-up is over
 */
export async function confirmRegistration(context: Context, token: string): Promise<OwnRegistration> {
  return change(context, token, async (trx, { event, guest, now }) => {
    if (guest.state !== 'pending') return;
    refuseExpired(guest, now);
    const taken = await placesTaken(trx, event.id);
    refuseUnlessOpen(event, taken, now);
    const state = guest.places <= leftOf(event, taken) ? 'confirmed' : 'waiting';
    await trx
      .updateTable('registrations')
      .set({ ...requestFields(guest), state, confirmedAt: now.toISOString() })
      .where('id', '=', guest.id)
      .execute();
    const kind = state === 'confirmed' ? 'registration-place' : 'registration-waiting';
    await tellGuests(trx, { kind, ids: [guest.id], event, now });
  });
}

/**
 * Taking fewer places frees the others at once; a waiting guest keeps their turn.
 * @throws NotFound, Invalid, Conflict
 */
export async function changeOwnRegistration(
  context: Context,
  token: string,
  input: OwnRegistrationInput,
): Promise<OwnRegistration> {
  return change(context, token, async (trx, { event, guest, now }) => {
    if (guest.state === 'cancelled') throw new Conflict(cancelledMessage(guest));
    if (event.cancelledAt !== null) throw new Conflict(registrationMessages.cancelled);
    if (hasBegun(event, now)) throw new Conflict(registrationMessages.begun);
    const { name = guest.name, places = guest.places } = input;
    refuseTooManyPlaces(event, places, guest.places);
    if (places > guest.places) await refuseMore(trx, { event, guest, places, now });
    const answers = input.answers ? answersText(event, input, answersOf(guest)) : guest.answers;
    await trx.updateTable('registrations').set({ name, places, answers }).where('id', '=', guest.id).execute();
    await promote(trx, event, now);
  });
}

/**
 * Once more changes nothing.
 * @throws NotFound, Conflict once the event has begun
 */
export async function giveBack(context: Context, token: string): Promise<OwnRegistration> {
  return change(context, token, async (trx, { event, guest, now }) => {
    if (guest.state === 'cancelled') return;
    if (hasBegun(event, now)) throw new Conflict(registrationMessages.begun);
    await cancelRegistration(trx, guest.id, 'guest');
    if (guest.state === 'confirmed')
      await tellGuests(trx, { kind: 'registration-given-back', ids: [guest.id], event, now });
    await promote(trx, event, now);
  });
}

/** The caller tells them, and gives the place to others. */
export async function cancelRegistration(trx: Db, id: number, by: 'guest' | 'organiser'): Promise<void> {
  const values = { state: 'cancelled', cancelledBy: by, presentAt: null } as const;
  await trx.updateTable('registrations').set(values).where('id', '=', id).execute();
}

export function hasBegun({ startsAt }: Pick<EventRow, 'startsAt'>, now: Date): boolean {
  return startsAt <= now.toISOString();
}

export function answersOf({ answers }: Pick<RegistrationRow, 'answers'>): { question: string; answer: string }[] {
  return answers === null ? [] : (JSON.parse(answers) as { question: string; answer: string }[]);
}

/** While nothing is confirmed the link shows what its own mail does. */
function asAsked(row: RegistrationRow, request: Partial<RegistrationRow> | null): RegistrationRow {
  return row.state === 'pending' ? { ...row, ...request } : row;
}

type Own = { event: EventRow; guest: RegistrationRow };

/** In a transaction that locks the event first. Reads the settings before, to keep the lock short. */
async function change(
  context: Context,
  token: string,
  work: (trx: Db, own: Own & { now: Date }) => Promise<void>,
): Promise<OwnRegistration> {
  const { db, config, clock } = context;
  const { row, request } = await getByToken(db, token);
  const { guestsKeptDays } = await getSettings(db, config);
  return transact(db, async (trx) => {
    const event = await lockAnyEvent(trx, row.eventId);
    if (event.deletedAt !== null) throw new NotFound(registrationMessages.eventGone);
    const now = clock.now();
    await work(trx, { event, guest: asAsked(await lockGuest(trx, row.id), request), now });
    return present(trx, { event, guest: asAsked(await lockGuest(trx, row.id), request) }, { guestsKeptDays, now });
  });
}

/** @throws NotFound */
function refuseExpired({ askedAt }: RegistrationRow, now: Date): void {
  if (Date.parse(askedAt) + confirmableMs <= now.getTime()) throw new NotFound(registrationMessages.linkExpired);
}

/** @throws Conflict */
async function refuseMore(trx: Db, { event, guest, places, now }: Own & { places: number; now: Date }): Promise<void> {
  const taken = await placesTaken(trx, event.id);
  refuseUnlessOpen(event, taken, now);
  if (guest.state !== 'confirmed') return;
  const left = Math.max(0, leftOf(event, taken));
  if (places - guest.places <= left) return;
  const free =
    left === 0 ? 'No more places are free.' : `Only ${left} more ${left === 1 ? 'place is' : 'places are'} free.`;
  const kept = guest.places === 1 ? 'your place' : `your ${countOf(guest.places, 'place')}`;
  throw new Conflict(`${free} You keep ${kept}.`);
}

function cancelledMessage({ cancelledBy }: RegistrationRow): string {
  return cancelledBy === 'organiser' ? registrationMessages.removed : registrationMessages.givenBack;
}

type Seen = { guestsKeptDays: number; now: Date };

async function present(db: Db, { event, guest }: Own, { guestsKeptDays, now }: Seen): Promise<OwnRegistration> {
  const taken = await placesTaken(db, event.id);
  // Guests can erase their data even while the event is in the bin.
  const isGone = event.deletedAt !== null;
  const signup = isGone ? 'cancelled' : signupState(event, taken, now.toISOString());
  const canGiveBack = guest.state !== 'cancelled' && !isGone && !hasBegun(event, now);
  const canChange = canGiveBack && event.cancelledAt === null;
  const asked = answersOf(guest);
  return {
    state: guest.state,
    name: guest.name ?? '',
    email: guest.email ?? '',
    places: guest.places,
    answers: linesOf(event.questions).map((question) => ({
      question,
      answer: asked.find((one) => one.question === question)?.answer ?? '',
    })),
    most: mostOfOne(event),
    ahead: guest.state === 'waiting' ? await peopleAhead(db, guest) : null,
    mostPlaces: canChange ? mostPlaces({ event, guest }, { signup, taken }) : null,
    canGiveBack,
    cancelledBy: guest.cancelledBy,
    signup,
    eventId: event.id,
    erasedAt: erasedAt(event, guestsKeptDays),
  };
}

export function erasedAt({ startsAt, endsAt }: Pick<EventRow, 'startsAt' | 'endsAt'>, days: number): string {
  return new Date(Date.parse(endsAt ?? startsAt) + days * dayMs).toISOString();
}

/** Never fewer than they have; a guest waiting for too many must take fewer. */
function mostPlaces({ event, guest }: Own, { signup, taken }: { signup: string; taken: number }): number {
  const most = mostOfOne(event);
  if (signup !== 'open' && signup !== 'full') return guest.places;
  if (guest.state !== 'confirmed') return most;
  const free = event.capacity === null ? most : event.capacity - taken;
  return Math.max(guest.places, Math.min(most, guest.places + free));
}

export async function peopleAhead(db: Db, { eventId, confirmedAt, id }: RegistrationRow): Promise<number> {
  const waiting = db.selectFrom('registrations').where('eventId', '=', eventId).where('state', '=', 'waiting');
  return countRows(waiting.where(sql<boolean>`(confirmed_at, id) < (${confirmedAt}, ${id})`));
}
