import { useNavigate } from 'react-router';
import { useNow, usePageSettings } from '#features/settings/pages/site-context.ts';
import { eventTimeText } from '#shared/dates.ts';
import { fromList } from '#ui/dialogs/use-close-to-list.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Picture } from '#ui/page/picture.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import { eventState } from '../event.ts';
import { ViewDetails } from '../event-card.tsx';
import { weekdays } from './day-plate.tsx';
import { eventListAddress, type ListedEvent } from './event-filter.ts';
import styles from './event-row.module.css';

/** `isLead`: the next one, large above the others. */
export function EventRow({ event, isLead = false }: { event: ListedEvent; isLead?: boolean }) {
  const { defaultEventImage } = usePageSettings();
  const state = eventState(event, useNow());
  const navigate = useNavigate();
  const to = eventListAddress(useSearchParams()[0], {}, `/events/${event.id}`);
  const details = <ViewDetails event={event} to={to} onSelect={() => void navigate(to, fromList)} />;
  return (
    <article className={isLead ? styles.lead : styles.row} data-state={state}>
      <div className={styles.picture}>
        <Picture
          picture={event}
          fallback={defaultEventImage}
          sizes={isLead ? '(min-width: 48rem) min(47vw, 560px), calc(100vw - 2rem)' : '(min-width: 48rem) 80px, 64px'}
          isSmall={!isLead}
          isEager={isLead && 'first'}
        />
      </div>
      <div className={`row ${styles.words}`}>
        <h3 className={styles.title} {...languageAttributes(event.title)}>
          {event.title}
        </h3>
        <p className={`tiny ${styles.state}`}>{state}</p>
        <p className={styles.meta}>
          <span className={styles.when}>
            {weekdays(event)} <time dateTime={event.startsAt}>{eventTimeText(event)}</time>
          </span>{' '}
          <span aria-hidden="true">· </span>
          <span {...languageAttributes(event.location)}>{event.location}</span>
        </p>
        {event.cancelledAt && event.cancellationNote && (
          <p className={`tiny ${styles.note}`} {...languageAttributes(event.cancellationNote)}>
            {event.cancellationNote}
          </p>
        )}
        {isLead && details}
      </div>
      {!isLead && details}
    </article>
  );
}
