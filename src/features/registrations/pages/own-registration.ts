/** Someone's own sign-up, as the page behind a mail's link knows it. */
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { getEvent } from '#features/events/events.client.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { ApiError, errorMessage } from '#shared/calls/api-error.ts';
import type { OwnRegistration } from '../registration.schema.ts';
import { registrationMessages } from '../registration.ts';
import { confirmRegistration, getOwnRegistration } from '../registrations.client.ts';
import { type Outcome, signupFailure } from './signing-up.ts';

/** Without a `registration` the link is unknown or has expired; `event` is null while it is in the bin. */
export type OwnLoaded = {
  registration: OwnRegistration | null;
  event: SocietyEvent | null;
  /** Gave up a place on the waiting list, not one at the event. */
  hasLeft?: boolean;
  /** The result of the last action. */
  said?: Said;
};

export type Said = Outcome & { mayPass?: boolean };

/** What is asked again before it is done. */
export type OwnQuestion = 'give-back' | 'erase';

/** The answer to a form posted without scripts. */
export type OwnAnswer = OwnLoaded & { token: string };

/** Never throws. */
export async function loadOwnRegistration(api: Api, token: string): Promise<OwnLoaded> {
  try {
    const registration = await getOwnRegistration(api, token);
    return { registration, event: await getEvent(api, registration.eventId).catch(() => null) };
  } catch (error) {
    const said = failed(errorMessage(error, registrationMessages.loadFailed));
    const mayPass = !(error instanceof ApiError) || error.status >= 500;
    return { registration: null, event: null, said: { ...said, mayPass } };
  }
}

/** Takes the place, or one on the waiting list. Never throws. */
export async function confirmOwnRegistration(
  api: Api,
  token: string,
  { registration, event }: OwnLoaded,
): Promise<OwnLoaded> {
  try {
    return { registration: await confirmRegistration(api, token), event };
  } catch (error) {
    return { registration, event, said: failed(errorMessage(error, registrationMessages.failed)) };
  }
}

type Refused = { token: string; before: OwnLoaded; error: unknown };

/** Reloads after a refusal: it may have been changed elsewhere, and the page must not show an old state. Never throws. */
export async function reloadAfterRefusal(api: Api, { token, before, error }: Refused): Promise<OwnLoaded> {
  const refused = { ...before, said: signupFailure(error, registrationMessages.changeFailed) };
  if (!(error instanceof ApiError) || ![404, 409].includes(error.status)) return refused;
  const now = await loadOwnRegistration(api, token);
  if (now.said?.mayPass) return refused;
  // A changed state explains the refusal.
  const isSame = now.registration?.state === before.registration?.state && now.registration?.state !== 'cancelled';
  return isSame ? { ...now, said: refused.said } : now;
}

function failed(message: string): Said {
  return { kind: 'error', message };
}
