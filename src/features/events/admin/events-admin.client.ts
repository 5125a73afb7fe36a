import type { Api } from '#shared/calls/api-client.ts';
import type { Cancellation, RepeatedEvent, SocietyEvent } from '../event.schema.ts';

/** For administrators; the event keeps its page (F4). */
export function cancelEvent(api: Api, id: number, cancellation: Cancellation): Promise<SocietyEvent> {
  return api.call('POST', `/events/admin/${id}/cancel`, cancellation);
}

export function uncancelEvent(api: Api, id: number): Promise<SocietyEvent> {
  return api.call('POST', `/events/admin/${id}/uncancel`, {});
}

/** `dates` are days as YYYY-MM-DD. */
export function repeatEvent(api: Api, id: number, dates: string[]): Promise<RepeatedEvent[]> {
  return api.call('POST', `/events/admin/${id}/repeat`, { dates });
}
