import { type Api, type ListOptions, type Page, queryString } from '#shared/calls/api-client.ts';
import type {
  AddedRegistration,
  ChangedRegistration,
  EventRegistrationCounts,
  GuestMessage,
  MovedRegistration,
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
  signal?: AbortSignal,
): Promise<Page<Registration>> {
  return api.list(`${guests(eventId)}${queryString(options)}`, signal);
}

export async function getCountsOfEvent(api: Api, eventId: number, signal?: AbortSignal): Promise<RegistrationCounts> {
  const [counts] = await listCountsOfEvents(api, [eventId], signal);
  return counts as EventRegistrationCounts;
}

/** Includes events without guests. One call takes 100 events. */
export async function listCountsOfEvents(
  api: Api,
  eventIds: readonly number[],
  signal?: AbortSignal,
): Promise<EventRegistrationCounts[]> {
  const counts: EventRegistrationCounts[] = [];
  for (let from = 0; from < eventIds.length; from += 100) {
    const path = `/events/admin/registrations/counts?events=${eventIds.slice(from, from + 100).join(',')}`;
    counts.push(...(await api.call<EventRegistrationCounts[]>('GET', path, undefined, signal)));
  }
  return counts;
}

export function getRegistration(api: Api, eventId: number, id: number): Promise<Registration> {
  return api.call('GET', `${guests(eventId)}/${id}`);
}

export function addRegistration(api: Api, eventId: number, input: AddedRegistration): Promise<Registration> {
  return api.call('POST', guests(eventId), input);
}

export function moveRegistration(
  api: Api,
  { eventId, id }: { eventId: number; id: number },
  input: MovedRegistration,
): Promise<ChangedRegistration> {
  return api.call('PUT', `${guests(eventId)}/${id}`, input);
}

export function removeRegistration(api: Api, eventId: number, id: number): Promise<ChangedRegistration> {
  return api.call('DELETE', `${guests(eventId)}/${id}`);
}

export function setPresence(
  api: Api,
  { eventId, id }: { eventId: number; id: number },
  presence: Presence,
  signal?: AbortSignal,
): Promise<Registration> {
  return api.call('POST', `${guests(eventId)}/${id}/present`, presence, signal);
}

/** Returns how many people it goes to. No one gets the same message twice on one day. */
export function messageGuests(api: Api, eventId: number, message: GuestMessage): Promise<{ count: number }> {
  return api.call('POST', `${guests(eventId)}/message`, message);
}

function guests(eventId: number): string {
  return `/events/admin/${eventId}/registrations`;
}
