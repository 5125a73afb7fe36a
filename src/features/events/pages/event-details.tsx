import type { ReactNode } from 'react';
import { paragraphs } from '#shared/text.ts';
import { buttonClass } from '#ui/forms/button.tsx';
import { LinkedText } from '#ui/page/linked-text.tsx';
import { writtenIn } from '#ui/written-in.ts';
import { AddToCalendar } from '../calendar/add-to-calendar.tsx';
import type { SocietyEvent } from '../event.schema.ts';
import { CancellationNote } from './cancellation-note.tsx';
import styles from './event.module.css';
import { EventFacts } from './event-facts.tsx';

type Props = {
  event: SocietyEvent;
  isUpcoming: boolean;
  isJoinable: boolean;
  /** Before the links. */
  action?: ReactNode;
};

/** When, where and what. The links lead there as long as there is something to come to. */
export function EventDetails({ event, isUpcoming, isJoinable, action }: Props) {
  const { onlineUrl, ticketUrl, hasSignup } = event;
  const quiet = { variant: 'quiet' } as const;
  return (
    <div className={styles.details}>
      <CancellationNote event={event} />
      <EventFacts event={event} />
      {isJoinable && (isUpcoming || onlineUrl) && (
        <div className={styles.links}>
          {isUpcoming && action}
          {isUpcoming && ticketUrl && (
            <a className={buttonClass(hasSignup ? quiet : {})} href={ticketUrl} rel="nofollow noopener">
              Tickets
            </a>
          )}
          {onlineUrl && (
            <a
              className={buttonClass(isUpcoming && (hasSignup || ticketUrl) ? quiet : {})}
              href={onlineUrl}
              rel="nofollow noopener"
            >
              Join online
            </a>
          )}
          {isUpcoming && <AddToCalendar event={event} />}
        </div>
      )}
      {paragraphs(event.description).map((text, index) => (
        <p key={index} className={styles.text} {...writtenIn(text)}>
          <LinkedText text={text} />
        </p>
      ))}
    </div>
  );
}
