export const eventLimits = {
  title: 100,
  location: 100,
  description: 500,
  cancellationNote: 300,
  capacity: 100_000,
  /** Of one person. */
  places: 6,
  questions: 3,
  question: 150,
  /** Dates in one call. */
  repeatDates: 30,
} as const;

export const eventMessages = {
  required: 'Title, Date, Time, and Location are required',
  missing: { title: 'Please enter a title', location: 'Please enter a location' },
  impossibleTime: 'This time does not exist.',
  hasZone: 'Please send the time as clocks show it at the event, without a time zone: 2026-12-01T18:00:00',
  endBeforeStart: 'The end must be after the start.',
  endIncomplete: 'Please enter the date and the time of the end',
  linkNotSecure: 'Please enter an address that begins with https://',
  dateMissing: 'Please enter a date such as 2026/12/31',
  timeMissing: 'Please enter a time such as 18:30',
  unreadTime: 'Please write the time such as 18:30 or 6:30 PM.',
  loadFailed: 'Failed to load event',
  listFailed: 'Failed to load events. Please try again later.',
  upcomingFailed: 'Failed to load upcoming events',
  pastFailed: 'Failed to load past events',
} as const;

/** What is new for a guest when one of them changes. */
export const placeAndTime = ['eventDate', 'endDate', 'isAllDay', 'location', 'address', 'onlineUrl'] as const;

type Ending = { startsAt: string; endsAt?: string | null; cancelledAt?: string | null };

/** Past when its start, and its end where it has one, lie before `now`; all are ISO instants (C1, F1). */
export function isEventPast({ startsAt, endsAt }: Ending, now: string): boolean {
  return startsAt < now && (endsAt ?? startsAt) < now;
}

export function hasEventBegun({ startsAt }: Ending, now: string): boolean {
  return startsAt <= now;
}

/** The badge; a cancelled event has no other. */
export function eventState(event: Ending, now: string): 'Cancelled' | 'Past' | 'Upcoming' {
  if (event.cancelledAt) return 'Cancelled';
  return isEventPast(event, now) ? 'Past' : 'Upcoming';
}
