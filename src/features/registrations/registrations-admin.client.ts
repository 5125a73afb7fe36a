import type { Api } from '#shared/calls/api-client.ts';
import type { EventRegistrationCounts, RegistrationCounts } from './registration.schema.ts';

export type GuestList = 'coming' | 'waiting' | 'gone';

export function guestsPath(eventId: number): string {
  return `/events/admin/${eventId}/registrations`;
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
