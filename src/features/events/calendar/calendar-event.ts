/** An event as calendars show it, in files and in links. */
import { bidiClosed } from '#shared/text.ts';
import type { SocietyEvent } from '../event.schema.ts';

/** An event as calendars need it. `moves`: how often a new time zone has moved it. */
export type CalendarEvent = Pick<SocietyEvent, Needed> & Partial<Pick<SocietyEvent, Optional>> & { moves?: number };
type Needed =
  | ('id' | 'title' | 'description' | 'location')
  | ('eventDate' | 'startsAt' | 'createdAt' | 'updatedAt' | 'version');
type Optional =
  | ('endDate' | 'isAllDay' | 'endsAt' | 'address' | 'onlineUrl' | 'ticketUrl')
  | ('cancelledAt' | 'cancellationNote');

/** Counts up with each save and each move. */
export function calendarSequence({ version, moves = 0 }: Pick<CalendarEvent, 'version' | 'moves'>): number {
  return version - 1 + moves;
}

const dayMs = 86_400_000;
const keptDays = 30;

/** Cancelled events stay for a month, so that people who have one in their calendar see it. */
export function isInCalendar({ cancelledAt }: CalendarEvent, now: Date): boolean {
  return !cancelledAt || Date.parse(cancelledAt) > now.getTime() - keptDays * dayMs;
}

export function calendarTitle({ title, cancelledAt }: CalendarEvent): string {
  return bidiClosed(cancelledAt ? `Cancelled: ${title}` : title);
}

export function calendarPlace({ location, address }: CalendarEvent): string {
  return bidiClosed([location, address].filter(Boolean).join(', '));
}

/** With the links as text: few calendars show other links. */
export function calendarDescription(event: CalendarEvent, siteUrl: string): string {
  const links = [
    event.onlineUrl && `Join online: ${event.onlineUrl}`,
    event.ticketUrl && `Tickets: ${event.ticketUrl}`,
    `${siteUrl}/events/${event.id}`,
  ];
  const texts = [event.cancelledAt ? (event.cancellationNote ?? '') : '', event.description].map(bidiClosed);
  return [...texts, links.filter(Boolean).join('\n')].filter(Boolean).join('\n\n');
}

/** In iCalendar's form: dates for all-day events, otherwise instants. The end is exclusive, or null. */
export function calendarTimes(event: CalendarEvent): { start: string; end: string | null } {
  const { startsAt, endsAt, endDate } = event;
  if (event.isAllDay)
    return { start: compactDay(event.eventDate), end: endDate ? compactDay(dayAfter(endDate)) : null };
  // When clocks change, an end may come before its start, which calendars refuse.
  return { start: icalendarInstant(startsAt), end: endsAt && endsAt > startsAt ? icalendarInstant(endsAt) : null };
}

/** '2026-12-01T18:00:00.000Z' as '20261201T180000Z'. */
export function icalendarInstant(instant: string): string {
  return instant.replace(/[-:]|\.\d+/g, '');
}

/** '2026-12-01' or a wall time as '20261201'. */
function compactDay(date: string): string {
  return date.slice(0, 10).replaceAll('-', '');
}

/** Takes a date or a wall time. */
export function dayAfter(date: string): string {
  return new Date(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
}
