import type { Api, Page } from '#shared/api-client.ts';
import { type ListOptions, queryOf } from '#shared/list-options.ts';
import type { SocietyEvent, SocietyEventInput } from './event.schema.ts';

/** Upcoming ones first, soonest first; then past ones, newest first (C3). */
export function listEvents(api: Api, options: ListOptions = {}, signal?: AbortSignal): Promise<Page<SocietyEvent>> {
  return api.list(`/events${queryOf(options)}`, signal);
}

export function listUpcomingEvents(
  api: Api,
  options: ListOptions = {},
  signal?: AbortSignal,
): Promise<Page<SocietyEvent>> {
  return api.list(`/events/upcoming${queryOf(options)}`, signal);
}

export function listPastEvents(api: Api, options: ListOptions = {}, signal?: AbortSignal): Promise<Page<SocietyEvent>> {
  return api.list(`/events/past${queryOf(options)}`, signal);
}

export function getEvent(api: Api, id: number | string, signal?: AbortSignal): Promise<SocietyEvent> {
  return api.call('GET', `/events/${encodeURIComponent(id)}`, undefined, signal);
}

/** Newest first. */
export function listAllEvents(api: Api, options: ListOptions = {}): Promise<Page<SocietyEvent>> {
  return api.list(`/events/admin${queryOf(options)}`);
}

/** The same `key` again answers the same event. */
export function createEvent(api: Api, event: SocietyEventInput, key?: string): Promise<SocietyEvent> {
  return api.call('POST', '/events/admin', event, undefined, key);
}

export function updateEvent(api: Api, id: number, event: SocietyEventInput): Promise<SocietyEvent> {
  return api.call('PUT', `/events/admin/${id}`, event);
}

export function deleteEvent(api: Api, id: number): Promise<{ message: string }> {
  return api.call('DELETE', `/events/admin/${id}`);
}

export function setEventImage(api: Api, id: number, imageUrl: string): Promise<SocietyEvent> {
  return api.call('PUT', `/events/admin/${id}/image`, { imageUrl });
}
