import { type Api, type ListOptions, type Page, queryOf } from '#shared/api-client.ts';
import type {
  AddedRegistration,
  ChangedRegistration,
  GuestMessage,
  Presence,
  Registration,
  RegistrationCounts,
} from './registration.schema.ts';

export type GuestList = 'coming' | 'waiting' | 'gone';

export type GuestListOptions = ListOptions & { list?: GuestList };

export function listRegistrations(
  api: Api,
  eventId: number,
  options: GuestListOptions = {},
): Promise<Page<Registration>> {
  return api.list(`${guests(eventId)}${queryOf(options)}`);
}

export function getRegistrationCounts(api: Api, eventId: number): Promise<RegistrationCounts> {
  return api.call('GET', `${guests(eventId)}/counts`);
}

export function getRegistration(api: Api, eventId: number, id: number): Promise<Registration> {
  return api.call('GET', `${guests(eventId)}/${id}`);
}

export function addRegistration(api: Api, eventId: number, input: AddedRegistration): Promise<Registration> {
  return api.call('POST', guests(eventId), input);
}

export function changeRegistration(
  api: Api,
  { eventId, id }: { eventId: number; id: number },
  input: ChangedRegistration,
): Promise<Registration> {
  return api.call('PUT', `${guests(eventId)}/${id}`, input);
}

export function removeRegistration(api: Api, eventId: number, id: number): Promise<Registration> {
  return api.call('DELETE', `${guests(eventId)}/${id}`);
}

export function setPresence(
  api: Api,
  { eventId, id }: { eventId: number; id: number },
  presence: Presence,
): Promise<Registration> {
  return api.call('POST', `${guests(eventId)}/${id}/present`, presence);
}

/** Answers how many people it goes to. */
export function messageGuests(api: Api, eventId: number, message: GuestMessage): Promise<{ count: number }> {
  return api.call('POST', `${guests(eventId)}/message`, message);
}

function guests(eventId: number): string {
  return `/events/admin/${eventId}/registrations`;
}
