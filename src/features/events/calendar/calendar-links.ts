/** Links by which other calendars subscribe to the events or import one. */
import {
  type CalendarEvent,
  calendarDescription,
  calendarPlace,
  calendarTimes,
  calendarTitle,
  dayAfter,
} from './calendar-event.ts';

/** `app` is opened by programs and phones, by the scheme that they know for calendars. */
export function subscriptionLinks(siteUrl: string, name: string) {
  const address = `${siteUrl}/events.ics`;
  const app = address.replace(/^https?:/, 'webcal:');
  const outlook = (host: string) => `https://${host}/calendar/0/addfromweb?${queryOf({ url: address, name })}`;
  return {
    address,
    app,
    google: `https://calendar.google.com/calendar/render?${queryOf({ cid: app })}`,
    outlookAtWork: outlook('outlook.office.com'),
    outlook: outlook('outlook.live.com'),
  };
}

/** A prefilled form of Google Calendar. It needs an end: an unknown one is the start, or the next day. */
export function googleEventLink(event: CalendarEvent, siteUrl: string): string {
  const { start, end } = calendarTimes(event);
  const until = end ?? (event.isAllDay ? dayAfter(event.eventDate).replaceAll('-', '') : start);
  const query = queryOf({
    action: 'TEMPLATE',
    text: calendarTitle(event),
    dates: `${start}/${until}`,
    location: calendarPlace(event),
    details: calendarDescription(event, siteUrl),
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** Without a plus for a space, which Outlook would show. */
function queryOf(values: Record<string, string>): string {
  return new URLSearchParams(values).toString().replaceAll('+', '%20');
}
