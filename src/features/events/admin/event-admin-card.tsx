import { useState } from 'react';
import { eventTimeText } from '#shared/dates.ts';
import { isolated } from '#shared/text.ts';
import { ItemCard, StatusBadge } from '#ui/lists/item-card.tsx';
import type { SocietyEvent } from '../event.schema.ts';
import { eventState } from '../event.ts';

type Props = {
  event: SocietyEvent;
  fallback: string;
  /** '12 of 20 places', once it is known; also after sign-up was switched off, while there are guests. */
  places?: string | undefined;
  onEdit: () => void;
  onDelete: () => void;
};

export function EventAdminCard({ event, fallback, places, onEdit, onDelete }: Props) {
  const [now] = useState(() => new Date().toISOString());
  const state = eventState(event, now);
  return (
    <ItemCard
      form={`events-${event.id}`}
      title={event.title}
      picture={event}
      fallback={fallback}
      standIn={{ id: event.id }}
      badge={<StatusBadge tone={state === 'Upcoming' ? 'live' : 'quiet'}>{state}</StatusBadge>}
      meta={`${eventTimeText(event)} · ${isolated(event.location)}`}
      note={places}
      link={
        event.hasSignup || places
          ? { to: `/admin/events/${event.id}/guests`, text: 'Guests', label: `Guests of ${event.title}` }
          : undefined
      }
      onEdit={onEdit}
      onDelete={onDelete}
    />
  );
}
