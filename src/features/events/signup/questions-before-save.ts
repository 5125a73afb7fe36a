import { pluralise } from '#shared/text.ts';
import type { SocietyEvent, SocietyEventInput } from '../event.schema.ts';
import { placeAndTime } from '../event.ts';
import {
  countComingAndWaiting,
  type EventGuests,
  guestsToldSentence,
  isUpcoming,
  placesByHandSentence,
  thePeopleText,
} from './guest-count.ts';

/** Whether guests are to be counted before this is saved. */
export function affectsGuests(input: SocietyEventInput, event: SocietyEvent): boolean {
  return isChanged(input, event, placeAndTime) || isCapacityLower(input, event) || mayCloseSignup(input, event);
}

/** What a save of the form means for the guests of the event. */
export function questionsBeforeSave(input: SocietyEventInput, event: SocietyEvent, guests: EventGuests) {
  const { coming } = guests;
  const people = countComingAndWaiting(guests);
  const isToBeTold = isChanged(input, event, placeAndTime) && isUpcoming(event) && people > 0;
  const isTooFew = isCapacityLower(input, event) && isLess(input.capacity, coming.places);
  return {
    capacity: isTooFew ? capacityQuestion(coming.places) : null,
    notify: isToBeTold ? notifyQuestion(people) : null,
  };
}

/** What a save meant for visitors and guests. `more`: what the questions before it added; `waiting`: how many people wait. */
export function saveEffect(
  saved: SocietyEvent,
  before: SocietyEvent | null,
  more: SocietyEventInput,
  waiting = 0,
): string {
  const isClosed = before?.hasSignup && isSignupOver(saved) && !isSignupOver(before);
  const told = guestsToldSentence(saved.told, more.notify === false ? 'No one was told.' : '');
  const closed = isClosed
    ? [
        saved.hasSignup ? 'Sign-up is closed.' : 'Sign-up is off: visitors no longer see it.',
        'Guests with a place keep it.',
        isUpcoming(saved) ? placesByHandSentence(waiting) : '',
      ]
    : [];
  return [...closed, told].filter(Boolean).join(' ') || 'Visitors see it now.';
}

function isSignupOver({ hasSignup, signupClosesAt, startsAt }: SocietyEvent): boolean {
  return !hasSignup || (signupClosesAt ?? startsAt) <= new Date().toISOString();
}

function mayCloseSignup(input: SocietyEventInput, event: SocietyEvent): boolean {
  return event.hasSignup && (input.hasSignup === false || isChanged(input, event, ['signupClosesAt']));
}

type Values = Record<string, unknown>;

/** What is not sent stays as it is. */
export function isChanged(input: Values, event: SocietyEvent, fields: readonly (keyof SocietyEvent)[]): boolean {
  return fields.some((field) => input[field] !== undefined && input[field] !== event[field]);
}

function isCapacityLower({ capacity }: SocietyEventInput, event: SocietyEvent): boolean {
  return isLess(capacity, event.capacity);
}

/** No limit is more than any. */
function isLess(capacity: number | null | undefined, than: number | null): boolean {
  return typeof capacity === 'number' && (than === null || capacity < than);
}

function capacityQuestion(places: number) {
  return {
    message: `${pluralise(places, 'place')} ${places === 1 ? 'is' : 'are'} already taken.`,
    detail: 'No one loses a place. There will be more guests than places, and no one moves up until there is room.',
    action: 'Save anyway',
  };
}

function notifyQuestion(people: number) {
  return {
    message: `Tell ${thePeopleText(people)} who signed up?`,
    detail: 'They get an email with the new time and place, and their calendars update.',
    action: 'Save and tell them',
    other: 'Save without telling',
  };
}
