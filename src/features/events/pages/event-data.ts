import { breadcrumbNode, imagesOf, societyNode } from '#features/settings/pages/site-data.ts';
import type { SiteSettings } from '#features/settings/settings.ts';
import { wallTimeWithOffset } from '#shared/instants.ts';
import type { DataNode } from '#ui/page/structured-data.tsx';
import type { SocietyEvent } from '../event.schema.ts';
import { eventShareCard } from '../event-share-card.ts';

/** Structured data: search engines list events on their own. */
export function eventNodes(event: SocietyEvent, settings: SiteSettings, siteUrl: string): DataNode[] {
  const path = `/events/${event.id}`;
  const node = {
    '@type': 'Event',
    '@id': `${siteUrl}${path}#event`,
    name: event.title,
    ...(event.description && { description: event.description }),
    startDate: wallTimeWithOffset(event.eventDate, event.startsAt),
    eventStatus: 'https://schema.org/EventScheduled',
    ...placeOf(event.location, siteUrl + path),
    image: imagesOf(eventShareCard(event, settings), event.image !== null, siteUrl),
    organizer: societyNode(settings, siteUrl),
    url: siteUrl + path,
  };
  const places = [
    { name: 'Events', path: '/events' },
    { name: event.title, path },
  ];
  return [node, breadcrumbNode(siteUrl, places)];
}

/** Reads the location, which is one line: a room, 'Online', a web address, or a room and a web address. */
function placeOf(location: string, page: string): { eventAttendanceMode: string; location: DataNode | DataNode[] } {
  const address = /https?:\/\/[^\s<>"'()]*[^\s<>"'().,;:!?]/i.exec(location)?.[0];
  const room = address
    ? location
        .replace(address, '')
        .replace(/\(\s*\)/, '')
        .replace(separators, '')
    : location.trim();
  const isOnline = address !== undefined || /^online\b/i.test(room);
  const virtual = { '@type': 'VirtualLocation', url: address ?? page };
  if (isOnline && /^(online\b.*)?$/i.test(room)) return { eventAttendanceMode: modes.online, location: virtual };
  const place = { '@type': 'Place', name: room, address: { '@type': 'PostalAddress', streetAddress: room } };
  return isOnline
    ? { eventAttendanceMode: modes.mixed, location: [place, virtual] }
    : { eventAttendanceMode: modes.offline, location: place };
}

// bounded: a location has 100 units at most
const separators = /^[\s,;:·–-]+|[\s,;:·–-]+$/g;

const modes = {
  offline: 'https://schema.org/OfflineEventAttendanceMode',
  online: 'https://schema.org/OnlineEventAttendanceMode',
  mixed: 'https://schema.org/MixedEventAttendanceMode',
};
