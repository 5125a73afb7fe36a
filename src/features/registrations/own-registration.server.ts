/** What guests can do with their own sign-up, through the link in their mails (H2, H3). Reading changes nothing. */

import { hasEventBegun } from '#features/events/event.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, transact } from '#platform/db/db.ts';
import { Conflict, NotFound } from '#platform/errors.ts';
import { pluralise } from '#shared/text.ts';
import { notifyGuests } from './emails/notify-guests.server.ts';
import { givenBackSentence } from './own-places.ts';
import { type Own, parseAnswers, presentOwnRegistration } from './own-registration-view.server.ts';
import {
  countPlacesTaken,
  lockEventEvenInBin,
  lockGuest,
  placesLeftWith,
  promoteWaitingGuests,
  refuseTooManyPlaces,
  refuseUnlessOpen,
} from './places.server.ts';
import type { OwnRegistration, OwnRegistrationChange, OwnRegistrationInput } from './registration.schema.ts';
import { registrationMessages } from './registration.ts';
import { confirmableMs, getRegistrationByToken, type RegistrationRow } from './registration-links.server.ts';
import { answersToStore } from './signing-up.server.ts';

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

export async function getOwnRegistration(context: Context, token: string): Promise<OwnRegistration> {
  const { db, config, clock } = context;
  const guest = await getRegistrationByToken(db, token);
  const event = await db.selectFrom('events').selectAll().where('id', '=', guest.eventId).executeTakeFirstOrThrow();
  if (guest.state === 'pending') refuseExpired(guest, clock.now());
  const { guestsKeptDays } = await getSettings(db, config);
  return presentOwnRegistration(db, { event, guest }, { guestsKeptDays, now: clock.now() });
}

/**
 * Takes the place, or one on the waiting list, with what is corrected. Repeating it changes nothing.
 * @throws NotFound, Invalid, Conflict when sign-up is over
 */
export async function confirmRegistration(
  context: Context,
  token: string,
  input: OwnRegistrationInput,
): Promise<OwnRegistration> {
  return changeByToken(context, token, async (trx, { event, guest, now }) => {
    if (guest.state !== 'pending') return;
    refuseExpired(guest, now);
    const taken = await countPlacesTaken(trx, event.id);
    refuseUnlessOpen(event, taken, now);
    const values = corrected({ event, guest }, input);
    const state = values.places <= placesLeftWith(event, taken) ? 'confirmed' : 'waiting';
    await trx
      .updateTable('registrations')
      .set({ ...values, state, confirmedAt: now.toISOString() })
      .where('id', '=', guest.id)
      .execute();
    const kind = state === 'confirmed' ? 'registration-place' : 'registration-waiting';
    await notifyGuests(trx, { kind, ids: [guest.id], event, now });
  });
}

/** Taking fewer places frees the others at once; a waiting guest keeps their turn. */
export async function changeOwnRegistration(
  context: Context,
  token: string,
  input: OwnRegistrationChange,
): Promise<OwnRegistration> {
  return changeByToken(context, token, async (trx, { event, guest, now }) => {
    if (guest.state === 'cancelled')
      throw new Conflict(
        guest.cancelledBy === 'organiser' ? registrationMessages.removed : givenBackSentence(guest.places),
      );
    if (event.cancelledAt !== null) throw new Conflict(registrationMessages.cancelled);
    if (hasEventBegun(event, now.toISOString())) throw new Conflict(registrationMessages.begun);
    const values = corrected({ event, guest }, changedOnly(guest, input));
    const { places } = values;
    if (places > guest.places) await refuseMoreThanLeft(trx, { event, guest, places, now });
    await trx.updateTable('registrations').set(values).where('id', '=', guest.id).execute();
    await promoteWaitingGuests(trx, event, now);
  });
}

/** Repeating it changes nothing. @throws NotFound, Conflict once the event has begun */
export async function giveBackPlaces(context: Context, token: string): Promise<OwnRegistration> {
  return changeByToken(context, token, async (trx, { event, guest, now }) => {
    if (guest.state === 'cancelled') return;
    if (hasEventBegun(event, now.toISOString())) throw new Conflict(registrationMessages.begun);
    await markRegistrationCancelled(trx, guest.id, 'guest');
    if (guest.state === 'confirmed')
      await notifyGuests(trx, { kind: 'registration-given-back', ids: [guest.id], event, now });
    await promoteWaitingGuests(trx, event, now);
  });
}

/** The caller notifies them and gives the place to others. */
export async function markRegistrationCancelled(trx: Db, id: number, by: 'guest' | 'organiser'): Promise<void> {
  const values = { state: 'cancelled', cancelledBy: by, presentAt: null } as const;
  await trx.updateTable('registrations').set(values).where('id', '=', id).execute();
}

/** Another page of the same sign-up may have changed what this form left as it was shown. */
function changedOnly(guest: RegistrationRow, { shown = {}, ...input }: OwnRegistrationChange): OwnRegistrationInput {
  const { name, places, answers, questions } = input;
  const stored = parseAnswers(guest);
  const answerTo = (at: number) => stored.find(({ question }) => question === questions?.[at])?.answer ?? '';
  return {
    name: name === shown.name ? undefined : name,
    places: places === shown.places ? undefined : places,
    answers: answers?.map((answer, at) => (answer === shown.answers?.[at] ? answerTo(at) : answer)),
    questions,
  };
}

/** @throws Invalid, Conflict when the form has shown other questions */
function corrected({ event, guest }: Own, input: OwnRegistrationInput) {
  const { name = guest.name, places = guest.places } = input;
  refuseTooManyPlaces(event, places, guest.places);
  return { name, places, answers: input.answers ? answersToStore(event, input, parseAnswers(guest)) : guest.answers };
}

/** Locks the event first. Reads the settings before that, to hold the lock only briefly. */
async function changeByToken(
  context: Context,
  token: string,
  work: (trx: Db, own: Own & { now: Date }) => Promise<void>,
): Promise<OwnRegistration> {
  const { db, config, clock } = context;
  const row = await getRegistrationByToken(db, token);
  const { guestsKeptDays } = await getSettings(db, config);
  return transact(db, async (trx) => {
    const event = await lockEventEvenInBin(trx, row.eventId);
    if (event.deletedAt !== null) throw new NotFound(registrationMessages.eventGone);
    const now = clock.now();
    await work(trx, { event, guest: await lockGuest(trx, row.id), now });
    return presentOwnRegistration(trx, { event, guest: await lockGuest(trx, row.id) }, { guestsKeptDays, now });
  });
}

/** @throws NotFound */
function refuseExpired({ askedAt }: RegistrationRow, now: Date): void {
  if (Date.parse(askedAt) + confirmableMs <= now.getTime()) throw new NotFound(registrationMessages.linkExpired);
}

/** @throws Conflict */
async function refuseMoreThanLeft(
  trx: Db,
  { event, guest, places, now }: Own & { places: number; now: Date },
): Promise<void> {
  const taken = await countPlacesTaken(trx, event.id);
  refuseUnlessOpen(event, taken, now);
  if (guest.state !== 'confirmed') return;
  const left = Math.max(0, placesLeftWith(event, taken));
  if (places - guest.places <= left) return;
  const free =
    left === 0 ? 'No more places are free.' : `Only ${left} more ${left === 1 ? 'place is' : 'places are'} free.`;
  const kept = guest.places === 1 ? 'your place' : `your ${pluralise(guest.places, 'place')}`;
  throw new Conflict(`${free} You keep ${kept}.`);
}
