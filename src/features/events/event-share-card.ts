import type { PageSettings } from '#features/settings/settings.ts';
import { cardLookOf } from '#features/settings/site-card.ts';
import { eventTimeText } from '#shared/dates.ts';
import { type FocalPoint, pickFocalPoint } from '#shared/item-picture.ts';
import type { ShareCard } from '#shared/share-card.ts';
import type { SocietyEvent } from './event.schema.ts';

type Shown = FocalPoint &
  Pick<SocietyEvent, 'id' | 'title' | 'eventDate' | 'endDate' | 'isAllDay' | 'cancelledAt' | 'location' | 'imageUrl'>;

export function eventShareCard(event: Shown, settings: PageSettings): ShareCard {
  return {
    kind: 'events',
    id: event.id,
    society: settings.societyName,
    title: event.title,
    lines: [`${event.cancelledAt ? 'Cancelled · ' : ''}${eventTimeText(event)}`, event.location],
    imageUrl: event.imageUrl,
    ...pickFocalPoint(event),
    look: cardLookOf(settings),
  };
}
