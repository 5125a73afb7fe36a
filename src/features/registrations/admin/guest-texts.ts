/** What administrators read of an event's guests and places. */

import type { SocietyEvent } from '#features/events/event.schema.ts';
import { isUpcoming } from '#features/events/signup/guest-count.ts';
import { isMailServerMissing } from '#features/settings/admin/mail-server.ts';
import { bidiIsolated, pluralise } from '#shared/text.ts';
import type { Registration, RegistrationCounts } from '../registration.schema.ts';
import { signupState } from '../registration.ts';

/** '12 of 20 places taken · 3 waiting', '12 places taken' where there is no limit. */
export function placesText(
  { coming, waiting }: Pick<RegistrationCounts, 'coming' | 'waiting'>,
  capacity: number | null,
) {
  const places =
    capacity === null
      ? `${pluralise(coming.places, 'place')} taken`
      : `${coming.places} of ${pluralise(capacity, 'place')} taken`;
  return waiting.people > 0 ? `${places} · ${waiting.people} waiting` : places;
}

/** Whether free places go to the waiting list automatically. */
export function givesFreePlaces(event: SocietyEvent): boolean {
  return ['soon', 'open'].includes(signupState(event, 0, new Date().toISOString()));
}

/** Closed or switched off, and the event is still to come: free places are given by hand. */
export function isSignupOver(event: SocietyEvent): boolean {
  return isUpcoming(event) && ['off', 'closed'].includes(signupState(event, 0, new Date().toISOString()));
}

/** False where a guest who is moved to the waiting list would get the place straight back. */
export function canMoveToWaitingList(event: SocietyEvent, { coming, waiting }: RegistrationCounts): boolean {
  const isOverbooked = event.capacity !== null && coming.places > event.capacity;
  return !givesFreePlaces(event) || waiting.people > 0 || isOverbooked;
}

const all = new Intl.ListFormat('en');

/** Behind the sentence about a change of one guest: who has moved up from the waiting list by it, and who is told by email. */
export function isTold(name: string, promoted: string[] = []): { detail: string } {
  const names = promoted.map(bidiIsolated);
  const up = names.length > 0 ? `${all.format(names)} ${names.length === 1 ? 'has' : 'have'} a place now. ` : '';
  if (isMailServerMissing()) return { detail: `${up}Email is not set up, so they were not told.` };
  return { detail: `${up}${all.format([bidiIsolated(name), ...names])} ${up ? 'are' : 'is'} being told by email.` };
}

export function peopleText(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

/** Once someone's personal data is erased nothing names them. */
export function guestName({ name, isErased }: Pick<Registration, 'name' | 'isErased'>): string {
  return isErased ? 'Erased' : name;
}
