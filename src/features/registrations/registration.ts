/** Signing up for an event: limits, texts and the states of a sign-up and of a guest (H1 to H3). */

import type { SocietyEvent } from '#features/events/event.schema.ts';
import { eventLimits, isEventPast } from '#features/events/event.ts';
import { emailLimit, invalidEmailMessage } from '#shared/email-address.ts';
import { pluralise } from '#shared/text.ts';
import type { EventPlaces } from './registration.schema.ts';

export const registrationLimits = {
  name: 100,
  email: emailLimit,
  /** Of one person. */
  places: eventLimits.places,
  questions: eventLimits.questions,
  answer: 300,
  messageSubject: 150,
  message: 5000,
} as const;

/** `full`: there is a waiting list. */
export type SignupState = EventPlaces['state'];

/** What decides about an event's sign-up. */
export type SignupEvent = Pick<
  SocietyEvent,
  'hasSignup' | 'signupOpensAt' | 'signupClosesAt' | 'capacity' | 'startsAt' | 'endsAt' | 'cancelledAt'
>;

/** `taken`: the number of places already given. */
export function signupState(event: SignupEvent, taken: number, now: string): SignupState {
  const { hasSignup, signupOpensAt, capacity, cancelledAt } = event;
  if (!hasSignup) return 'off';
  if (cancelledAt !== null) return 'cancelled';
  if (isEventPast(event, now)) return 'past';
  if (signupOpensAt !== null && signupOpensAt > now) return 'soon';
  if (isSignupClosed(event, now)) return 'closed';
  return capacity !== null && taken >= capacity ? 'full' : 'open';
}

/** Unless it says otherwise, sign-up closes when the event begins. */
export function isSignupClosed({ signupClosesAt, startsAt }: SignupEvent, now: string): boolean {
  return (signupClosesAt ?? startsAt) <= now;
}

export const registrationMessages = {
  /** The same for everyone, as with the newsletter: no one learns whether an address is known. */
  asked: 'Please check your inbox and confirm your place with the link in our email.',
  nameMissing: 'Please enter your name.',
  invalidEmail: invalidEmailMessage,
  off: 'There is no sign-up for this event.',
  soon: 'Sign-up has not opened yet.',
  closed: 'Sign-up has closed.',
  past: 'This event is over.',
  cancelled: 'This event was cancelled.',
  begun: 'The event has begun: nothing can be changed now.',
  eventGone: 'This event no longer exists.',
  tooManyHere: 'Too many people are signing up at the moment. Please use the form on our website, or try again later.',
  tooManyByForm: 'Too many people are signing up at the moment. Please try again later.',
  otherQuestions: 'The questions have changed. Please reload this page and check your answers.',
  linkUnknown: 'This link is not valid. Please sign up again and we will send you a new one.',
  linkExpired: 'This link has expired. Please sign up again and we will send you a new one.',
  failed: 'Your sign-up failed. Please try again later.',
  changeFailed: 'That did not work. Please try again later.',
  loadFailed: 'Your sign-up could not be loaded. Please try again later.',
  left: 'You are no longer on the waiting list.',
  removed: 'The organisers have removed you from the list.',
  erased: 'Everything about your sign-up is erased.',
  confirmed: 'You have a place.',
  known: 'This address has already signed up.',
  suppressed: 'Email to this address has bounced before, or its owner asked us not to write.',
  nobodyWaits:
    'No one on the waiting list can take the place, so they would get it straight back. Lower the number of places first.',
  noPlace: 'Only someone who has a place can be here.',
  stillTold: 'Guests are being told that this event will not take place. Please try again in a few minutes.',
  isErased: 'Everything about this guest is erased.',
  allErased: 'These guests have been erased, so there is no address to write to.',
  listFailed: 'Failed to load guests. Please try again later.',
} as const;

/** How many places one person can have, as things stand. */
export function mostPlacesPerPerson({ maxPlaces, capacity }: { maxPlaces: number; capacity: number | null }): number {
  return Math.min(maxPlaces, capacity ?? maxPlaces);
}

/** Stands beside the button. `days` after the event. */
export function guestPrivacySentence(days: number): string {
  return `We keep your name, your address and any answers for this event only, and erase them ${pluralise(days, 'day')} after it.`;
}
