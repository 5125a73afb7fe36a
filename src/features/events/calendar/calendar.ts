/** A calendar of events as other programs read it (RFC 5545, with names and refreshing of RFC 7986). */
import { withDirectionsClosed } from '#shared/text.ts';
import { contentLine, textLine } from './content-lines.ts';

/** What a calendar says of an event. A field that is absent is not used. */
export type CalendarEvent = {
  id: number;
  title: string;
  description: string;
  location: string;
  /** Wall times; of an event of whole days only their dates count, and the last day is one of them. */
  eventDate: string;
  endDate?: string | null;
  isAllDay?: boolean;
  /** ISO instants. */
  startsAt: string;
  endsAt?: string | null;
  address?: string | null;
  onlineUrl?: string | null;
  ticketUrl?: string | null;
  cancelledAt?: string | null;
  cancellationNote?: string | null;
  createdAt: string;
  updatedAt: string;
  version: number;
};

/** `authority` is the permanent name of the site, so that a new domain doubles nothing. */
export type CalendarSite = { authority: string; siteUrl: string };

/** A calendar to subscribe to, under a name of its own. */
export function subscribedCalendar(name: string, events: CalendarEvent[], site: CalendarSite): string {
  const named = [textLine('NAME', name), textLine('X-WR-CALNAME', name)];
  const refreshed = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'];
  return calendarOf([...named, ...refreshed, ...events.flatMap((event) => eventLines(event, site))]);
}

/** An event to add. It has no name of a calendar: Outlook would make a calendar of its own for it. */
export function singleEvent(event: CalendarEvent, site: CalendarSite): string {
  return calendarOf(eventLines(event, site));
}

const keptDays = 30;

/** Cancelled events stay for a month: somebody who has one in the calendar must see that it is cancelled. */
export function isListed({ cancelledAt }: CalendarEvent, now: Date): boolean {
  return !cancelledAt || Date.parse(cancelledAt) > now.getTime() - keptDays * dayMs;
}

function calendarOf(lines: string[]): string {
  const head = ['VERSION:2.0', 'PRODID:-//One Health Student Society//Events//EN', 'CALSCALE:GREGORIAN'];
  return ['BEGIN:VCALENDAR', ...head, ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

/** Also a cancelled event is confirmed: with STATUS:CANCELLED some calendars drop a feed's entry without a word. */
function eventLines(event: CalendarEvent, { authority, siteUrl }: CalendarSite): string[] {
  const page = `${siteUrl}/events/${event.id}`;
  const place = [event.location, event.address].filter(Boolean).join(', ');
  return [
    'BEGIN:VEVENT',
    contentLine('UID', `event-${event.id}@${authority}`),
    `DTSTAMP:${utc(event.updatedAt)}`,
    `CREATED:${utc(event.createdAt)}`,
    `LAST-MODIFIED:${utc(event.updatedAt)}`,
    `SEQUENCE:${event.version - 1}`,
    ...timeLines(event),
    textLine('SUMMARY', withDirectionsClosed(event.cancelledAt ? `Cancelled: ${event.title}` : event.title)),
    ...(place ? [textLine('LOCATION', withDirectionsClosed(place))] : []),
    textLine('DESCRIPTION', descriptionOf(event, page)),
    contentLine('URL', page),
    'STATUS:CONFIRMED',
    ...(event.cancelledAt ? ['TRANSP:TRANSPARENT'] : []),
    'END:VEVENT',
  ];
}

function timeLines({ eventDate, endDate, isAllDay, startsAt, endsAt }: CalendarEvent): string[] {
  if (isAllDay) {
    const end = endDate ? [`DTEND;VALUE=DATE:${compactDay(dayAfter(endDate))}`] : [];
    return [`DTSTART;VALUE=DATE:${compactDay(eventDate)}`, ...end];
  }
  // Where clocks change an end may come before its start, which no calendar takes.
  const end = endsAt && endsAt > startsAt ? [`DTEND:${utc(endsAt)}`] : [];
  return [`DTSTART:${utc(startsAt)}`, ...end];
}

/** With the links as text: few calendars show others. */
function descriptionOf(event: CalendarEvent, page: string): string {
  const links = [
    event.onlineUrl && `Join online: ${event.onlineUrl}`,
    event.ticketUrl && `Tickets: ${event.ticketUrl}`,
    page,
  ];
  const paragraphs = [event.cancelledAt && event.cancellationNote, event.description].filter(Boolean);
  const texts = paragraphs.map((text) => withDirectionsClosed(text as string));
  return [...texts, links.filter(Boolean).join('\n')].join('\n\n');
}

/** '2026-12-01T18:00:00.000Z' as '20261201T180000Z'. */
function utc(instant: string): string {
  return instant.replace(/[-:]|\.\d+/g, '');
}

/** '2026-12-01' or a wall time as '20261201'. */
function compactDay(date: string): string {
  return date.slice(0, 10).replaceAll('-', '');
}

const dayMs = 86_400_000;

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) + dayMs).toISOString();
}
