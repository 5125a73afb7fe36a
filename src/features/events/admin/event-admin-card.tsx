import { useState } from 'react';
import { type CardProps, useItemCardProps } from '#features/items/admin/card-props.ts';
import { eventTimeText } from '#shared/dates.ts';
import { bidiIsolated } from '#shared/text.ts';
import { ItemCard, StatusBadge } from '#ui/lists/item-card.tsx';
import { eventKind } from '../event.kind.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { eventState } from '../event.ts';

type Props = CardProps & {
  event: SocietyEvent;
  /** '12 of 20 places', once it is known; also after sign-up was switched off, while there are guests. */
  places?: string | undefined;
};

export function EventAdminCard({ event, places, ...card }: Props) {
  const [now] = useState(() => new Date().toISOString());
  const state = eventState(event, now);
  return (
    <ItemCard
      {...useItemCardProps(eventKind, event)}
      {...card}
      title={event.title}
      badge={<StatusBadge tone={state === 'Upcoming' ? 'live' : 'quiet'}>{state}</StatusBadge>}
      meta={`${eventTimeText(event)} · ${bidiIsolated(event.location)}`}
      note={places}
      link={
        event.hasSignup || places
          ? { to: `/admin/events/${event.id}/guests`, text: 'Guests', label: `Guests of ${event.title}` }
          : undefined
      }
    />
  );
}
