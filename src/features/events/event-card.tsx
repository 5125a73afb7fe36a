import { useNow, usePageSettings } from '#features/settings/pages/site-context.ts';
import { eventTimeText } from '#shared/dates.ts';
import { pictureCardFields } from '#shared/item-picture.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import card from '#ui/lists/card.module.css';
import { Badge } from '#ui/page/badge.tsx';
import { Picture } from '#ui/page/picture.tsx';
import { Link, onPlainClick } from '#ui/router-link.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import type { SocietyEvent } from './event.schema.ts';
import { eventState } from './event.ts';

/** What a card needs to know of an event. */
export const eventCardFields = [
  'id',
  'title',
  'eventDate',
  'startsAt',
  'endDate',
  'endsAt',
  'isAllDay',
  'location',
  'cancelledAt',
  ...pictureCardFields,
] as const satisfies (keyof SocietyEvent)[];

type EventCardProps = {
  event: Pick<SocietyEvent, (typeof eventCardFields)[number]>;
  /** The address of the event, with the search and filter of the list. */
  to: string;
  onSelect: () => void;
};

export function EventCard({ event, to, onSelect }: EventCardProps) {
  const { defaultEventImage } = usePageSettings();
  const state = eventState(event, useNow());
  return (
    <article className={`box ${card.card}`}>
      <Picture
        picture={event}
        fallback={defaultEventImage}
        sizes="(min-width: 64rem) 350px, (min-width: 40rem) 46vw, calc(100vw - 2rem)"
      />
      <div className={card.badge}>
        <Badge onPicture past={state === 'Past'} cancelled={state === 'Cancelled'}>
          {state}
        </Badge>
      </div>
      <div className={card.body}>
        <h3 className={card.title} {...languageAttributes(event.title)}>
          {event.title}
        </h3>
        <p className={`tiny ${card.meta}`}>
          <time dateTime={event.startsAt}>{eventTimeText(event)}</time> <span aria-hidden="true">· </span>
          <span {...languageAttributes(event.location)}>{event.location}</span>
        </p>
        <ViewDetails event={event} to={to} onSelect={onSelect} />
      </div>
    </article>
  );
}

/** Covers the card around it. */
export function ViewDetails({ event, to, onSelect }: EventCardProps) {
  return (
    <Link className={`covers ${card.more}`} to={to} onClick={onPlainClick(onSelect)}>
      <span>
        View Details
        <span className="sr-only">
          {' of '}
          <bdi>{event.title}</bdi>
        </span>
      </span>
      <Icon name="arrow-right" />
    </Link>
  );
}
