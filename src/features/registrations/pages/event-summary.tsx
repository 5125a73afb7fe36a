import type { ReactNode } from 'react';
import type { SocietyEvent } from '#features/events/event.schema.ts';
import { CancellationNote, EventFacts } from '#features/events/pages/event-facts.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Link } from '#ui/router-link.tsx';
import styles from './signup.module.css';

/** Which event a page of its sign-up is about. */
export function EventSummary({ event, children }: { event: SocietyEvent; children?: ReactNode }) {
  return (
    <div className={`box ${styles.event}`}>
      <h2 {...languageAttributes(event.title)}>
        <Link to={`/events/${event.id}`}>{event.title}</Link>
      </h2>
      <CancellationNote event={event} />
      <EventFacts event={event} />
      {children}
    </div>
  );
}
