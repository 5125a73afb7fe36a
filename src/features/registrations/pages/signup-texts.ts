/** What visitors read of an event's sign-up. */
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { instantText } from '#shared/dates.ts';
import { pluralise } from '#shared/text.ts';
import type { EventPlaces } from '../registration.schema.ts';
import { registrationMessages, type SignupState } from '../registration.ts';

export const signupTexts = {
  placesFailed: 'The number of places left could not be loaded. Please try again.',
  proving: 'One moment: many people are signing up, so we check that you are not a robot.',
  join: 'Join the waiting list',
  waitingList: 'You can join the waiting list. When a place is free for you, you have it, and we email you.',
  afterSending: 'We send you an email with a link. You have a place once you confirm there.',
  afterSendingWaiting: 'We send you an email with a link. You are on the waiting list once you confirm there.',
  twoEmails: 'If two emails come, “Please confirm your place” is for this event, the other for the newsletter.',
  askedWaiting: 'Please check your inbox: the link in our email puts you on the waiting list.',
} as const;

type Opening = Pick<SocietyEvent, 'signupOpensAt'>;

/** Why sign-up is closed; null while it is open. */
export function signupClosedSentence(state: SignupState, { signupOpensAt }: Opening, timeZone: string): string | null {
  if (state === 'open' || state === 'full') return null;
  if (state === 'soon' && signupOpensAt) return `Sign-up opens on ${instantText(signupOpensAt, timeZone)}.`;
  return registrationMessages[state];
}

/** Null where there is nothing to count. */
export function placesLeftSentence({ state, placesLeft }: EventPlaces): string | null {
  if (state === 'full') return 'All places are taken.';
  return placesLeft === null ? null : `${pluralise(placesLeft, 'place')} left`;
}

/** Shown beside the number of places when it exceeds the free ones. */
export function waitingListHint({ state, placesLeft }: EventPlaces, maxPlaces: number): string | null {
  if (state !== 'open' || placesLeft === null || placesLeft >= maxPlaces) return null;
  const free = placesLeft === 1 ? '1 place is' : `${placesLeft} places are`;
  return `${free} free now. With more than ${placesLeft} you join the waiting list.`;
}

/** Whether this many places would currently mean waiting. */
export function wouldJoinWaitingList({ state, placesLeft }: EventPlaces, places: number): boolean {
  return state === 'full' || (placesLeft !== null && places > placesLeft);
}
