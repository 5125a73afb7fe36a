import { monthNames } from '#shared/dates.ts';

export const eventLimits = { title: 100, location: 100, description: 500 } as const;

/** A year outside of these is a typing error, such as 2206 for 2026. */
export const eventYears = { first: 1900, last: 2199 } as const;

export const eventMessages = {
  required: 'Title, Date, Time, and Location are required',
  impossibleDate: 'This date does not exist.',
  impossibleTime: 'This time does not exist.',
  unreadDate: 'Please write the date such as 3 December 2027 or 2027/12/03.',
  unreadTime: 'Please write the time such as 18:30 or 6:30 PM.',
  loadFailed: 'Failed to load event',
  listFailed: 'Failed to load events. Please try again later.',
  upcomingFailed: 'Failed to load upcoming events',
  pastFailed: 'Failed to load past events',
} as const;

/** Past when the start lies before `now`, both as ISO instants (C1). */
export function isPast(event: { startsAt: string }, now: string): boolean {
  return event.startsAt < now;
}

/** Drawn where an event has no picture: its day and month. */
export function eventStandIn({ id, eventDate }: { id: number; eventDate: string }) {
  const month = monthNames[Number(eventDate.slice(5, 7)) - 1]?.slice(0, 3) ?? '';
  return { id, text: String(Number(eventDate.slice(8, 10))), above: month };
}
