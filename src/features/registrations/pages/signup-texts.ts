/** What visitors read of an event's sign-up and guests of their own. */
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { instantText } from '#shared/dates.ts';
import { pluralise } from '#shared/text.ts';
import type { EventPlaces, OwnRegistration } from '../registration.schema.ts';
import { registrationMessages, type SignupState, waitingListSentence } from '../registration.ts';
import type { OwnQuestion } from './own-registration.ts';

export const signupTexts = {
  placesFailed: 'The number of places left could not be loaded. Please try again.',
  proving: 'One moment: many people are signing up, so we check that you are not a robot.',
  waitingList: 'You can join the waiting list. We will email you as soon as a place is free.',
  afterSending: 'We send you an email with a link. You have a place once you confirm there.',
  afterSendingWaiting: 'We send you an email with a link. You are on the waiting list once you confirm there.',
  askedWaiting: 'Please check your inbox: the link in our email puts you on the waiting list.',
  saved: 'Your changes are saved.',
  sure: 'I am sure',
  pending: 'Please confirm that you would like to come.',
  pendingWaiting: 'Not enough places are free. Once you confirm, you are on the waiting list.',
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
  return `With more than ${placesLeft} you join the waiting list.`;
}

/** Whether this many places would currently mean waiting. */
export function wouldJoinWaitingList({ state, placesLeft }: EventPlaces, places: number): boolean {
  return state === 'full' || (placesLeft !== null && places > placesLeft);
}

/** Where someone's own sign-up stands. */
export function ownRegistrationSentence({ state, signup, cancelledBy, places, most, ahead }: OwnRegistration): string {
  if (state === 'cancelled') return registrationMessages[cancelledBy === 'organiser' ? 'removed' : 'givenBack'];
  if (signup === 'cancelled' || signup === 'past') return registrationMessages[signup];
  if (state === 'pending') return ahead === null ? signupTexts.pending : signupTexts.pendingWaiting;
  if (state === 'waiting') {
    const isPromoting = signup !== 'off' && signup !== 'closed';
    return waitingListSentence({ ahead: ahead ?? 0, places, most, isPromoting });
  }
  return places === 1 ? registrationMessages.confirmed : `You have ${pluralise(places, 'place')}.`;
}

/** What is asked before someone gives a place back or is erased. */
export function ownActionQuestion(question: OwnQuestion, { state, places }: Pick<OwnRegistration, 'state' | 'places'>) {
  const isWaiting = state === 'waiting';
  const lost = state === 'confirmed' ? ', and you lose your place' : '';
  if (question === 'erase')
    return {
      message: 'Erase your sign-up?',
      detail: `Your name, your address, any answers and our emails about this event are erased${lost}. This does not end a newsletter.`,
      action: 'Erase me',
    };
  const given = places === 1 ? 'place' : 'places';
  return {
    message: isWaiting ? 'Leave the waiting list?' : `Give your ${given} back?`,
    detail: isWaiting
      ? 'You would have to join again at the end.'
      : `Someone else can then have ${places === 1 ? 'it' : 'them'}.`,
    action: isWaiting ? 'Leave the waiting list' : `Give my ${given} back`,
  };
}
