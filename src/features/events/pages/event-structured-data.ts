import { breadcrumbJsonLd, jsonLdImages, societyJsonLd } from '#features/settings/pages/json-ld-parts.ts';
import type { PageSettings } from '#features/settings/settings.ts';
import { wallTimeWithOffset } from '#shared/instants.ts';
import type { DataNode } from '#ui/page/structured-data.tsx';
import type { SocietyEvent } from '../event.schema.ts';
import { eventShareCard } from '../event-share-card.ts';

/**
 * Structured data, from which search engines list events. An event with tickets is not advertised as free through `signup`, its
 * offer of places.
 */
export function eventJsonLd(
  event: SocietyEvent,
  { settings, siteUrl, signup }: { settings: PageSettings; siteUrl: string; signup: DataNode | undefined },
): DataNode[] {
  const path = `/events/${event.id}`;
  const offer = event.ticketUrl ? { '@type': 'Offer', url: event.ticketUrl } : signup;
  const node = {
    '@type': 'Event',
    '@id': `${siteUrl}${path}#event`,
    name: event.title,
    ...(event.description && { description: event.description }),
    ...datesOf(event),
    eventStatus: `https://schema.org/Event${event.cancelledAt ? 'Cancelled' : 'Scheduled'}`,
    ...placeOf(event, siteUrl + path),
    image: jsonLdImages(eventShareCard(event, settings), event.image !== null, siteUrl),
    organizer: societyJsonLd(settings, siteUrl),
    ...(offer && { offers: offer }),
    url: siteUrl + path,
  };
  const places = [
    { name: 'Events', path: '/events' },
    { name: event.title, path },
  ];
  return [node, breadcrumbJsonLd(siteUrl, places)];
}

/** Whole days have no time. */
function datesOf({ eventDate, startsAt, endDate, endsAt, isAllDay }: SocietyEvent) {
  if (isAllDay) return { startDate: eventDate.slice(0, 10), endDate: (endDate ?? eventDate).slice(0, 10) };
  return {
    startDate: wallTimeWithOffset(eventDate, startsAt),
    ...(endDate && endsAt && { endDate: wallTimeWithOffset(endDate, endsAt) }),
  };
}

type Where = { eventAttendanceMode: string; location: DataNode | DataNode[] };

function placeOf({ location, address, onlineUrl }: SocietyEvent, page: string): Where {
  const virtual = { '@type': 'VirtualLocation', url: onlineUrl ?? page };
  if (/^online\b/i.test(location)) return { eventAttendanceMode: modes.online, location: virtual };
  const streetAddress = address ?? location;
  const place = { '@type': 'Place', name: location, address: { '@type': 'PostalAddress', streetAddress } };
  return onlineUrl === null
    ? { eventAttendanceMode: modes.offline, location: place }
    : { eventAttendanceMode: modes.mixed, location: [place, virtual] };
}

const modes = {
  offline: 'https://schema.org/OfflineEventAttendanceMode',
  online: 'https://schema.org/OnlineEventAttendanceMode',
  mixed: 'https://schema.org/MixedEventAttendanceMode',
};
