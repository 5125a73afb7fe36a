import type { Api } from '#shared/calls/api-client.ts';
import type { EventPlaces, OwnRegistration, RegistrationInput } from './registration.schema.ts';

export function getEventPlaces(api: Api, eventId: number): Promise<EventPlaces> {
  return api.call('GET', `/events/${eventId}/places`);
}

/** Asks by mail for a confirmation, which takes the place. */
export function signUp(api: Api, eventId: number, input: RegistrationInput): Promise<{ message: string }> {
  return api.call('POST', `/events/${eventId}/registrations`, input);
}

export function getOwnRegistration(api: Api, token: string): Promise<OwnRegistration> {
  return api.call('GET', ownRegistrationPath(token));
}

export function ownRegistrationPath(token: string): string {
  return `/registrations/mine?token=${encodeURIComponent(token)}`;
}
