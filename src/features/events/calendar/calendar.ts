/** A calendar of events as other programs read it (RFC 5545, with names and refreshing of RFC 7986). */

import { defaultSettings } from '#features/settings/settings.ts';
import { bidiClosed } from '#shared/text.ts';
import {
  type CalendarEvent,
  calendarDescription,
  calendarPlace,
  calendarSequence,
  calendarTimes,
  calendarTitle,
  icalendarInstant,
} from './calendar-event.ts';
import { icsLine, icsTextLine } from './content-lines.ts';

/** `authority` is the permanent name of the site, so that a new domain doubles nothing. */
export type CalendarSite = { authority: string; siteUrl: string; societyName?: string };

/** A calendar to subscribe to, under a name of its own. */
export function subscriptionIcs(name: string, events: CalendarEvent[], site: CalendarSite): string {
  const named = [icsTextLine('NAME', name), icsTextLine('X-WR-CALNAME', name)];
  const refreshed = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'];
  return calendarOf([...named, ...refreshed, ...events.flatMap((event) => eventLines(event, site))], site);
}

/** An event to add. Without a calendar name, from which Outlook would make a new calendar. */
export function singleEventIcs(event: CalendarEvent, site: CalendarSite): string {
  return calendarOf(eventLines(event, site), site);
}

/** The invitation of one guest. `sequence` rises with each update sent to them. */
export type Invitation = {
  method: 'REQUEST' | 'CANCEL';
  sequence: number;
  /** When it is written. */
  at: Date;
  organizer: { name: string; address: string };
  /** The address alone: a name may be a stranger's words. */
  guest: string;
};

/** Adds or cancels the place of one guest (RFC 5546, 3.2.2 and 3.2.5). */
export function invitationIcs(event: CalendarEvent, site: CalendarSite, invited: Invitation): string {
  const { method, sequence, at, organizer, guest } = invited;
  // A quoted name must not contain quotes (RFC 6868).
  const name = bidiClosed(organizer.name).replaceAll('^', '^^').replaceAll('"', "^'").replace(/\s+/g, ' ');
  const parties = [
    icsLine(`ORGANIZER;CN="${name}"`, `mailto:${organizer.address}`),
    icsLine('ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE', `mailto:${guest}`),
  ];
  const own = {
    DTSTAMP: icalendarInstant(at.toISOString()),
    SEQUENCE: String(sequence),
    STATUS: method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED',
  };
  const lines = eventLines(event, site).map((line) => {
    const name = line.slice(0, line.indexOf(':'));
    return name in own ? `${name}:${own[name as keyof typeof own]}` : line;
  });
  return calendarOf([`METHOD:${method}`, ...lines.slice(0, -1), ...parties, ...lines.slice(-1)], site);
}

function calendarOf(lines: string[], { societyName = defaultSettings.societyName }: CalendarSite): string {
  const head = ['VERSION:2.0', icsTextLine('PRODID', `-//${societyName}//Events//EN`), 'CALSCALE:GREGORIAN'];
  return ['BEGIN:VCALENDAR', ...head, ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

/** Even a cancelled event is confirmed: with STATUS:CANCELLED some calendars silently drop a feed's entry. */
function eventLines(event: CalendarEvent, { authority, siteUrl }: CalendarSite): string[] {
  const place = calendarPlace(event);
  return [
    'BEGIN:VEVENT',
    icsLine('UID', `event-${event.id}@${authority}`),
    `DTSTAMP:${icalendarInstant(event.updatedAt)}`,
    `CREATED:${icalendarInstant(event.createdAt)}`,
    `LAST-MODIFIED:${icalendarInstant(event.updatedAt)}`,
    `SEQUENCE:${calendarSequence(event)}`,
    ...timeLines(event),
    icsTextLine('SUMMARY', calendarTitle(event)),
    ...(place ? [icsTextLine('LOCATION', place)] : []),
    icsTextLine('DESCRIPTION', calendarDescription(event, siteUrl)),
    icsLine('URL', `${siteUrl}/events/${event.id}`),
    'STATUS:CONFIRMED',
    ...(event.cancelledAt ? ['TRANSP:TRANSPARENT'] : []),
    'END:VEVENT',
  ];
}

function timeLines(event: CalendarEvent): string[] {
  const { start, end } = calendarTimes(event);
  const type = event.isAllDay ? ';VALUE=DATE' : '';
  return [`DTSTART${type}:${start}`, ...(end ? [`DTEND${type}:${end}`] : [])];
}
