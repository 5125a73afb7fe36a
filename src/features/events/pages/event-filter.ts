import type { Api, ListOptions, Page } from '#shared/calls/api-client.ts';
import { pickFields } from '#shared/pick-fields.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { eventMessages } from '../event.ts';
import { eventCardFields } from '../event-card.tsx';
import { listEvents } from '../events.client.ts';

export const eventFilters = [
  { value: 'all', label: 'All Events' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past Events' },
] as const;

export type EventFilter = (typeof eventFilters)[number]['value'];

/** The error when the list of a filter cannot be loaded (spec 8). */
export const filterFailed: Record<EventFilter, string> = {
  all: eventMessages.listFailed,
  upcoming: eventMessages.upcomingFailed,
  past: eventMessages.pastFailed,
};

export function eventFilterOf(params: URLSearchParams): EventFilter {
  const given = params.get('filter');
  return given === 'upcoming' || given === 'past' ? given : 'all';
}

const listedFields = [...eventCardFields, 'cancellationNote'] as const satisfies (keyof SocietyEvent)[];

/** What the list shows of an event. */
export type ListedEvent = Pick<SocietyEvent, (typeof listedFields)[number]>;

export async function listFilteredEvents(
  api: Api,
  filter: EventFilter,
  options: ListOptions,
  signal?: AbortSignal,
): Promise<Page<ListedEvent>> {
  const page = await listEvents(api, filter, options, signal);
  return { ...page, items: pickFields(page.items, listedFields) };
}

/**
 * The list's address with one parameter changed; drops empty values and 'all'. The address of an event that opens over the list
 * keeps how much of the list is shown.
 */
export function eventListAddress(
  params: URLSearchParams,
  change: { filter?: EventFilter } = {},
  path = '/events',
): string {
  const filter = change.filter ?? eventFilterOf(params);
  const search = params.get('search') ?? '';
  const place = change.filter ? [] : [...params].filter(([key]) => key === 'cursor' || key === 'shown');
  const query = new URLSearchParams({
    ...(filter !== 'all' && { filter }),
    ...(search && { search }),
    ...Object.fromEntries(place),
  }).toString();
  return query ? `${path}?${query}` : path;
}
