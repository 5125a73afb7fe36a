import { useSiteUrl } from '#features/settings/pages/site-context.ts';
import type { CalendarEvent } from './calendar-event.ts';
import { googleEventLink } from './calendar-links.ts';
import { CalendarLink, CalendarMenu } from './calendar-menu.tsx';

/** Nothing for a cancelled event. */
export function AddToCalendar({ event }: { event: CalendarEvent }) {
  const siteUrl = useSiteUrl();
  if (event.cancelledAt) return null;
  return (
    <CalendarMenu label="Add to calendar">
      <ul className="plain">
        <CalendarLink href={`/events/${event.id}.ics`}>Apple, Outlook and others</CalendarLink>
        <CalendarLink href={googleEventLink(event, siteUrl)} isElsewhere>
          Google
        </CalendarLink>
      </ul>
    </CalendarMenu>
  );
}
