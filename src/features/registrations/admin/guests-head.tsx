import type { ReactNode } from 'react';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { eventTimeText } from '#shared/dates.ts';
import { bidiIsolated } from '#shared/text.ts';
import { TextLink } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Notice, ScreenHead } from '#ui/page/screen-parts.tsx';
import { SectionNav } from '#ui/page/section-nav.tsx';
import { registrationMessages } from '../registration.ts';
import styles from './guests.module.css';

/** Above each screen of an event's guests: which event, and the way to the other screens. */
export function GuestsHead({ title, event, children }: { title: string; event: SocietyEvent; children?: ReactNode }) {
  return (
    <>
      <ScreenHead title={title} about={`${bidiIsolated(event.title)} · ${eventTimeText(event)}`}>
        {children}
        <TextLink to={`/admin/events?edit=${event.id}`}>Edit event</TextLink>
      </ScreenHead>
      {event.cancelledAt && (
        <div className={styles.cancelled}>
          <Notice isWarning>
            <p>
              <strong>{registrationMessages.cancelled}</strong>{' '}
              <span {...languageAttributes(event.cancellationNote ?? '')}>{event.cancellationNote}</span>
            </p>
          </Notice>
        </div>
      )}
      <GuestsNav eventId={event.id} />
    </>
  );
}

/** Also shown when the event cannot be loaded. */
export function GuestsNav({ eventId }: { eventId: number }) {
  const guests = `/admin/events/${eventId}/guests`;
  const links = [
    [guests, 'Guests'],
    [`${guests}/check-in`, 'Check-in'],
    [`${guests}/message`, 'Message'],
    [`${guests}/print`, 'Print'],
  ] as const;
  return <SectionNav label="Guests" links={links} startsSection />;
}
