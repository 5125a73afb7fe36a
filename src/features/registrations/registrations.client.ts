import type { Api } from '#shared/calls/api-client.ts';
import type { EventPlaces, OwnRegistration, OwnRegistrationInput, RegistrationInput } from './registration.schema.ts';

export function getEventPlaces(api: Api, eventId: number): Promise<EventPlaces> {
  return api.call('GET', `/events/${eventId}/places`);
}

/** Asks by mail for a confirmation, which takes the place. */
export function signUp(api: Api, eventId: number, input: RegistrationInput): Promise<{ message: string }> {
  return api.call('POST', `/events/${eventId}/registrations`, input);
}

export function confirmRegistration(api: Api, token: string, input: OwnRegistrationInput): Promise<OwnRegistration> {
  return api.call('POST', '/registrations/confirm', { ...input, token });
}

export function getOwnRegistration(api: Api, token: string): Promise<OwnRegistration> {
  return api.call('GET', own(token));
}

export function changeOwnRegistration(api: Api, token: string, input: OwnRegistrationInput): Promise<OwnRegistration> {
  return api.call('PUT', own(token), input);
}

export function giveBackPlaces(api: Api, token: string): Promise<OwnRegistration> {
  return api.call('DELETE', own(token));
}

/** Also gives the place back. */
export function eraseOwnRegistration(api: Api, token: string): Promise<{ message: string }> {
  return api.call('POST', '/registrations/erase', { token });
}

function own(token: string): string {
  return `/registrations/mine?token=${encodeURIComponent(token)}`;
}
