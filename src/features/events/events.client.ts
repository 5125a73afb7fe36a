import { type Api, type ListOptions, type Page, queryString } from '#shared/calls/api-client.ts';
import type { SocietyEvent } from './event.schema.ts';

/** `all`: upcoming events, soonest first, then past ones, newest first (C3). */
export function listEvents(
  api: Api,
  which: 'all' | 'upcoming' | 'past',
  options: ListOptions = {},
  signal?: AbortSignal,
): Promise<Page<SocietyEvent>> {
  return api.list(`/events${which === 'all' ? '' : `/${which}`}${queryString(options)}`, signal);
}

export function getEvent(api: Api, id: number | string, signal?: AbortSignal): Promise<SocietyEvent> {
  return api.call('GET', `/events/${encodeURIComponent(id)}`, undefined, signal);
}
