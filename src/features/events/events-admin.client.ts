import type { Api } from '#shared/api-client.ts';
import type { Cancellation, EventOnDay, RepeatedEvent, SocietyEvent, Uncancellation } from './event.schema.ts';

/** For administrators; the event keeps its page (F4). */
export function cancelEvent(api: Api, id: number, cancellation: Cancellation): Promise<SocietyEvent> {
  return api.call('POST', `/events/admin/${id}/cancel`, cancellation);
}

export function uncancelEvent(api: Api, id: number, uncancellation: Uncancellation): Promise<SocietyEvent> {
  return api.call('POST', `/events/admin/${id}/uncancel`, uncancellation);
}

/** `dates` are days as YYYY-MM-DD. */
export function repeatEvent(api: Api, id: number, dates: string[]): Promise<RepeatedEvent[]> {
  return api.call('POST', `/events/admin/${id}/repeat`, { dates });
}

/** What touches the day (YYYY-MM-DD) in the site's zone, the earliest first. */
export function listEventsOn(api: Api, day: string, signal?: AbortSignal): Promise<EventOnDay[]> {
  return api.call('GET', `/events/admin/on/${day}`, undefined, signal);
}
