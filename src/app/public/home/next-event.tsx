import type { SocietyEvent } from '#features/events/event.schema.ts';
import { eventState } from '#features/events/event.ts';
import { eventCardFields } from '#features/events/event-card.tsx';
import { DayPlate } from '#features/events/pages/day-plate.tsx';
import { useNow } from '#features/settings/pages/site-context.ts';
import { eventTimeText } from '#shared/dates.ts';
import { buttonClass } from '#ui/forms/button.tsx';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Width } from '#ui/page/page-sections.tsx';
import { Link } from '#ui/router-link.tsx';
import styles from './next-event.module.css';

export const homeEventFields = [
  ...eventCardFields,
  'hasSignup',
  'signupOpensAt',
  'signupClosesAt',
] as const satisfies (keyof SocietyEvent)[];

export type HomeEvent = Pick<SocietyEvent, (typeof homeEventFields)[number]>;

/** The next event that takes place as one strip, with its sign-up while that is open. */
export function NextEvent({ events }: { events: HomeEvent[] }) {
  const now = useNow();
  const event = events.find((one) => eventState(one, now) === 'Upcoming');
  if (!event) return null;
  return (
    <div className={styles.strip}>
      <Width>
        <Link className={styles.event} to={`/events/${event.id}`}>
          <span className={styles.day}>
            <DayPlate event={event} />
          </span>
          <span className={styles.words}>
            <span className={styles.title} {...languageAttributes(event.title)}>
              {event.title}
            </span>
            <span className={styles.meta}>
              <Times event={event} /> <span aria-hidden="true">· </span>
              <bdi>{event.location}</bdi>
            </span>
          </span>
          <span className={buttonClass({ variant: 'light', size: 'small' })}>
            {isOpen(event, now) ? 'Sign up' : 'See the event'}
          </span>
        </Link>
      </Width>
    </div>
  );
}

/** Only the times, since the day stands beside them; with dates if the event takes several days. */
function Times({ event }: { event: HomeEvent }) {
  const text = eventTimeText(event);
  const [day, hours, ...rest] = text.split(' at ');
  if (!hours || rest.length > 0) return text;
  return (
    <>
      <span className="sr-only">{`${day} at `}</span>
      {hours}
    </>
  );
}

/** Ignores the free places, which change too often for a cached page. */
function isOpen({ hasSignup, signupOpensAt, signupClosesAt, startsAt }: HomeEvent, now: string): boolean {
  return hasSignup && (signupOpensAt ?? '') <= now && now < (signupClosesAt ?? startsAt);
}
