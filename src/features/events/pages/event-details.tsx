import { eventTimeText } from '#shared/dates.ts';
import { paragraphs } from '#shared/text.ts';
import { buttonClass } from '#ui/forms/button.tsx';
import { LinkedText } from '#ui/page/linked-text.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import { writtenIn } from '#ui/written-in.ts';
import { AddToCalendar } from '../calendar/add-to-calendar.tsx';
import type { SocietyEvent } from '../event.schema.ts';
import styles from './event.module.css';
import { TimeWhereYouAre } from './time-where-you-are.tsx';

type Props = { event: SocietyEvent; isUpcoming: boolean; isJoinable: boolean };

/** When, where and what. The links lead there as long as there is something to come to. */
export function EventDetails({ event, isUpcoming, isJoinable }: Props) {
  const { cancellationNote, address, onlineUrl, ticketUrl } = event;
  return (
    <>
      {event.cancelledAt && cancellationNote && (
        <p className={styles.note} {...writtenIn(cancellationNote)}>
          <LinkedText text={cancellationNote} />
        </p>
      )}
      <ul className={styles.facts}>
        <li>
          <Icon name="calendar" />
          <span>
            <time dateTime={event.startsAt}>{eventTimeText(event)}</time>
            <TimeWhereYouAre event={event} />
          </span>
        </li>
        <li>
          <Icon name="place" />
          <span>
            <span {...writtenIn(event.location)}>{event.location}</span>
            {address && (
              <span className={styles.address} {...writtenIn(address)}>
                {address}
              </span>
            )}
          </span>
        </li>
      </ul>
      {isJoinable && (isUpcoming || onlineUrl) && (
        <div className={styles.links}>
          {isUpcoming && ticketUrl && (
            <a className={buttonClass()} href={ticketUrl} rel="nofollow noopener">
              Tickets
            </a>
          )}
          {onlineUrl && (
            <a
              className={buttonClass(isUpcoming && ticketUrl ? { variant: 'quiet' } : {})}
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
    </>
  );
}
