import type { MouseEvent } from 'react';
import { useNow, useSettings } from '#features/settings/pages/site.ts';
import { eventTimeText } from '#shared/dates.ts';
import { isPlainClick, Link } from '#ui/link.tsx';
import card from '#ui/lists/card.module.css';
import { Badge } from '#ui/page/badge.tsx';
import { Picture } from '#ui/page/picture.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import { writtenIn } from '#ui/written-in.ts';
import type { SocietyEvent } from './event.schema.ts';
import { eventStandIn, eventState } from './event.ts';

type EventCardProps = {
  event: SocietyEvent;
  /** The address of the event, with the search and filter of the list. */
  to: string;
  onSelect: (event: SocietyEvent) => void;
  isEager?: boolean | 'first';
  /** The `sizes` of the picture. */
  sizes?: string;
};

const cardSizes = '(min-width: 64rem) min(350px, 30vw), (min-width: 40rem) 45vw, calc(100vw - 2rem)';

export function EventCard({ event, to, onSelect, isEager = false, sizes = cardSizes }: EventCardProps) {
  const { defaultEventImage } = useSettings();
  const state = eventState(event, useNow());

  function select(click: MouseEvent) {
    if (!isPlainClick(click)) return;
    click.preventDefault();
    onSelect(event);
  }

  return (
    <article className={card.card}>
      <Picture
        picture={event}
        fallback={defaultEventImage}
        standIn={eventStandIn(event)}
        alt=""
        shape="wide"
        sizes={sizes}
        isEager={isEager}
      />
      <div className={card.badge}>
        <Badge onPicture past={state === 'Past'} cancelled={state === 'Cancelled'}>
          {state}
        </Badge>
      </div>
      <div className={card.body}>
        <h3 className={card.longTitle} {...writtenIn(event.title)}>
          {event.title}
        </h3>
        <p className={card.meta}>
          <time dateTime={event.startsAt}>{eventTimeText(event)}</time>
          <span aria-hidden="true"> · </span>
          <span {...writtenIn(event.location)}>{event.location}</span>
        </p>
        <Link className={card.more} to={to} onClick={select}>
          <span>
            View Details
            <span className="sr-only">
              {' '}
              of <bdi>{event.title}</bdi>
            </span>
          </span>
          <Icon name="arrow-right" />
        </Link>
      </div>
    </article>
  );
}
