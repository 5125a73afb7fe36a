import type { SiteSettings } from '#features/settings/settings.ts';
import { eventTimeText } from '#shared/dates.ts';
import type { ShareCard } from '#shared/share-card.ts';
import type { SocietyEvent } from './event.schema.ts';

type Shown = Pick<
  SocietyEvent,
  | 'id'
  | 'title'
  | 'eventDate'
  | 'endDate'
  | 'isAllDay'
  | 'cancelledAt'
  | 'location'
  | 'imageUrl'
  | 'imageFocalX'
  | 'imageFocalY'
>;

export function eventShareCard(event: Shown, { societyName }: SiteSettings): ShareCard {
  return {
    kind: 'events',
    id: event.id,
    society: societyName,
    title: event.title,
    lines: [`${event.cancelledAt ? 'Cancelled · ' : ''}${eventTimeText(event)}`, event.location],
    imageUrl: event.imageUrl,
    imageFocalX: event.imageFocalX,
    imageFocalY: event.imageFocalY,
  };
}
