/** Someone's own sign-up, as the page behind a mail's link knows it. */
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { getEvent } from '#features/events/events.client.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError, errorMessage } from '#shared/calls/api-error.ts';
import { mayPass } from '#shared/calls/retry.ts';
import { pluralise } from '#shared/text.ts';
import { fewerSentence, givenBackSentence, waitingListSentence } from '../own-places.ts';
import type { OwnRegistration, OwnRegistrationChange, OwnRegistrationInput } from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';
import { getOwnRegistration, ownRegistrationPath } from '../registrations.client.ts';
import { type Outcome, signupFailure } from './signing-up.ts';

export const ownTexts = {
  saved: 'Your changes are saved.',
  sure: 'I am sure',
  pending: 'Please confirm that you would like to come.',
  pendingWaiting: 'Not enough places are free. Once you confirm, you are on the waiting list.',
} as const;

/** Without a `registration` the link is unknown or has expired; `event` is null while it is in the bin. */
export type OwnLoaded = {
  registration: OwnRegistration | null;
  event: SocietyEvent | null;
  /** Gave up a place on the waiting list, not one at the event. */
  hasLeft?: boolean;
  /** Of the same address, and not confirmed yet. */
  others?: OwnAnswer[];
  /** The result of the last action. */
  said?: Said;
};

/** `typed` into a form without scripts that was refused. */
export type Said = Outcome & { mayPass?: boolean; typed?: OwnRegistrationInput };

/** What its form shows, which goes along with it: what differs is what the guest has changed. */
export function shownOf({ name, places, answers }: OwnRegistration): string {
  return JSON.stringify({ name, places, answers: answers.map(({ answer }) => answer) });
}

/** What is asked again before it is done. */
export type OwnQuestion = 'give-back' | 'erase';

/** With its link; also the answer to a form posted without scripts. */
export type OwnAnswer = OwnLoaded & { token: string };

/** Never throws. */
export async function loadOwnRegistration(api: Api, token: string): Promise<OwnLoaded> {
  try {
    const registration = await getOwnRegistration(api, token);
    const event = await getEvent(api, registration.eventId).catch(() => null);
    return {
      registration,
      event,
      others: await Promise.all(registration.others.map((other) => loadOther(api, other))),
    };
  } catch (error) {
    const said = { kind: 'error' as const, message: errorMessage(error, registrationMessages.loadFailed) };
    return { registration: null, event: null, said: { ...said, mayPass: mayPass(error) } };
  }
}

async function loadOther(api: Api, token: string): Promise<OwnAnswer> {
  const registration = await getOwnRegistration(api, token).catch(() => null);
  return { token, registration, event: registration && (await getEvent(api, registration.eventId).catch(() => null)) };
}

/** `confirm` takes the place, or one on the waiting list. */
export type OwnVerb = { do: 'confirm' | 'change'; input: OwnRegistrationChange } | { do: OwnQuestion };

type Change = { token: string; before: OwnLoaded; verb: OwnVerb };

/** A failure is shown together with the present state. Never throws. */
export async function makeOwnChange(api: Api, { token, before, verb }: Change): Promise<OwnLoaded> {
  const { said: _, ...own } = before;
  const path = ownRegistrationPath(token);
  try {
    switch (verb.do) {
      case 'confirm':
        return { ...own, registration: await api.call('POST', '/registrations/confirm', { ...verb.input, token }) };
      case 'change': {
        const registration = await api.call<OwnRegistration>('PUT', path, verb.input);
        return { ...own, registration, said: { kind: 'success', message: ownTexts.saved } };
      }
      case 'give-back': {
        const hasLeft = own.registration?.state === 'waiting';
        return { ...own, hasLeft, registration: await api.call('DELETE', path) };
      }
      case 'erase': {
        const { message } = await api.call<{ message: string }>('POST', '/registrations/erase', { token });
        return { ...own, registration: null, event: null, said: { kind: 'success', message } };
      }
    }
  } catch (error) {
    // What was typed stays in the form.
    if (verb.do === 'confirm') return { ...own, said: signupFailure(error) };
    return reloadAfterRefusal(api, { token, before: own, error });
  }
}

type Refused = { token: string; before: OwnLoaded; error: unknown };

/** Reloads after a refusal: it may have been changed elsewhere, and the page must not show an old state. Never throws. */
async function reloadAfterRefusal(api: Api, { token, before, error }: Refused): Promise<OwnLoaded> {
  const refused = { ...before, said: signupFailure(error, registrationMessages.changeFailed) };
  // Without an answer it may be saved all the same.
  if (error instanceof ApiError && !mayPass(error) && ![404, 409].includes(error.status)) return refused;
  const now = await loadOwnRegistration(api, token);
  if (now.said?.mayPass) return refused;
  // A changed state explains the refusal.
  const isSame = now.registration?.state === before.registration?.state && now.registration?.state !== 'cancelled';
  return isSame ? { ...now, said: refused.said } : now;
}

/** Where someone's own sign-up stands. */
export function ownRegistrationSentence(registration: OwnRegistration): string {
  const { state, signup, cancelledBy, places, most, mostPlaces, placesLeft, ahead } = registration;
  const free = mostPlaces === null ? 0 : (placesLeft ?? places);
  if (state === 'cancelled')
    return cancelledBy === 'organiser' ? registrationMessages.removed : givenBackSentence(places);
  if (signup === 'cancelled' || signup === 'past') return registrationMessages[signup];
  if (state === 'pending')
    return ahead === null ? ownTexts.pending : `${ownTexts.pendingWaiting} ${fewerSentence({ places, free })}`.trim();
  if (state === 'waiting') {
    const isPromoting = signup !== 'off' && signup !== 'closed';
    return waitingListSentence({ ahead: ahead ?? 0, places, most, free, isPromoting });
  }
  return places === 1 ? registrationMessages.confirmed : `You have ${pluralise(places, 'place')}.`;
}

/** Why someone with a place cannot take more, where one person may have more; null where they can. */
export function placesHint({ state, signup, places, most, mostPlaces }: OwnRegistration): string | null {
  if (state !== 'confirmed' || mostPlaces !== places || places >= most) return null;
  const why = { soon: 'sign-up has not opened yet', closed: 'sign-up has closed', off: 'sign-up has closed' };
  return `You cannot take more places: ${why[signup as keyof typeof why] ?? 'no more are free'}.`;
}

/** What is asked before someone gives a place back or is erased. */
export function ownActionQuestion(question: OwnQuestion, own: Pick<OwnRegistration, 'state' | 'places' | 'signup'>) {
  const { state, places, signup } = own;
  const isWaiting = state === 'waiting';
  const given = places === 1 ? 'place' : 'places';
  const hasPlace = state === 'confirmed' && signup !== 'cancelled' && signup !== 'past';
  const lost = hasPlace ? `, and you lose your ${given}` : '';
  if (question === 'erase')
    return {
      message: 'Erase your sign-up?',
      detail: `Your name, your address, any answers and our emails about this event are erased${lost}. This does not end a newsletter.`,
      action: 'Erase me',
    };
  return {
    message: isWaiting ? 'Leave the waiting list?' : `Give your ${given} back?`,
    detail: isWaiting
      ? 'You would have to join again at the end.'
      : `Someone else can then have ${places === 1 ? 'it' : 'them'}.`,
    action: isWaiting ? 'Leave the waiting list' : `Give my ${given} back`,
  };
}
