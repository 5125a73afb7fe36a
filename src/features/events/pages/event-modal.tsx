import type { ReactNode } from 'react';
import { PageMeta } from '#features/settings/pages/page-meta.tsx';
import { useNow, usePageSettings, useSiteUrl } from '#features/settings/pages/site-context.ts';
import { isoDayInZone } from '#shared/dates.ts';
import { shareCardPath } from '#shared/share-card.ts';
import { splitParagraphs } from '#shared/text.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { useCloseToList } from '#ui/dialogs/use-close-to-list.ts';
import { buttonClass } from '#ui/forms/button.tsx';
import { Badge } from '#ui/page/badge.tsx';
import { Picture } from '#ui/page/picture.tsx';
import { type DataNode, StructuredData } from '#ui/page/structured-data.tsx';
import { useSearchParams } from '#ui/router/use-search-params.ts';
import { AddToCalendar } from '../calendar/add-to-calendar.tsx';
import type { SocietyEvent } from '../event.schema.ts';
import { eventState } from '../event.ts';
import { eventShareCard } from '../event-share-card.ts';
import styles from './event.module.css';
import { CancellationNote, EventDescription, EventFacts } from './event-facts.tsx';
import { eventListAddress } from './event-filter.ts';
import { eventJsonLd } from './event-structured-data.ts';

type EventModalProps = {
  event: SocietyEvent;
  /** Before the links. */
  action?: ReactNode;
  /** For search engines. */
  offer?: DataNode | undefined;
  /** Shown below the event's own details. */
  children?: ReactNode;
};

/** The modal over the list (C4): a page of its own for links and for readers without scripts. */
export function EventModal({ event, action, offer, children }: EventModalProps) {
  const now = useNow();
  const state = eventState(event, now);
  const isUpcoming = state === 'Upcoming';
  const { onlineUrl, ticketUrl, hasSignup } = event;
  const settings = usePageSettings();
  const siteUrl = useSiteUrl();
  const list = eventListAddress(useSearchParams()[0]);
  const close = useCloseToList(list);

  const picture = (
    <Picture
      picture={event}
      fallback={settings.defaultEventImage}
      shape="banner"
      sizes="(min-width: 46rem) 44rem, calc(100vw - 2rem)"
      isEager="first"
    />
  );
  return (
    <>
      <PageMeta
        title={event.title}
        description={splitParagraphs(event.description)[0]}
        path={`/events/${event.id}`}
        card={{ path: shareCardPath(eventShareCard(event, settings)), alt: event.title }}
      />
      <StructuredData nodes={eventJsonLd(event, { settings, siteUrl, signup: offer })} />
      <Dialog
        key={event.id}
        title={event.title}
        picture={picture}
        badge={
          <Badge past={state === 'Past'} cancelled={state === 'Cancelled'}>
            {state === 'Cancelled' ? state : `${state} Event`}
          </Badge>
        }
        onClose={close}
        closeHref={list}
      >
        <div className={styles.details}>
          <CancellationNote event={event} />
          <EventFacts event={event} />
          {isNotOverYet(event, now, settings.timeZone) && (isUpcoming || onlineUrl) && (
            <div className={`row ${styles.links}`}>
              {isUpcoming && action}
              {isUpcoming && ticketUrl && (
                <a
                  className={buttonClass(hasSignup ? { variant: 'quiet' } : {})}
                  href={ticketUrl}
                  rel="nofollow noopener"
                >
                  Tickets
                </a>
              )}
              {onlineUrl && (
                <a
                  className={buttonClass(isUpcoming && (hasSignup || ticketUrl) ? { variant: 'quiet' } : {})}
                  href={onlineUrl}
                  rel="nofollow noopener"
                >
                  Join online
                </a>
              )}
              {isUpcoming && <AddToCalendar event={event} />}
            </div>
          )}
          <EventDescription text={event.description} />
        </div>
        {children}
      </Dialog>
    </>
  );
}

type Times = Pick<SocietyEvent, 'eventDate' | 'startsAt' | 'endsAt' | 'cancelledAt'>;

/** True until the event is over. Without an end, that is until its day in `timeZone` ends. */
export function isNotOverYet(event: Times, now: string, timeZone: string): boolean {
  const state = eventState(event, now);
  const isOpenEnded = event.endsAt === null;
  return (
    state === 'Upcoming' ||
    (state === 'Past' && isOpenEnded && isoDayInZone(now, timeZone) <= event.eventDate.slice(0, 10))
  );
}
