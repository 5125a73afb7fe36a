import { Fragment, useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SiteContext } from '#features/settings/pages/site.ts';
import type { PageSettings } from '#features/settings/settings.ts';
import { previewOf } from '#features/uploads/field/preview-of.ts';
import { useApi } from '#ui/api.ts';
import { languageAttributes } from '#ui/language-attributes.ts';
import { Link } from '#ui/link.tsx';
import card from '#ui/lists/card.module.css';
import { Panel } from '#ui/page/screen-parts.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import { useFetched } from '#ui/use-fetched.ts';
import { useSettled } from '#ui/use-settled.ts';
import { eventKind } from '../event.kind.ts';
import type { SocietyEvent } from '../event.schema.ts';
import { EventCardContent } from '../event-card.tsx';
import styles from './event-preview.module.css';
import { listEventsOn } from './events-admin.client.ts';
import { beginsInEvening, previewedEvent, type TypedEvent, typedStart } from './previewed-event.ts';

/** The event's card, and what else is on that day. Dates count when someone has stopped typing. */
export function EventPreview({ typed, settings }: { typed: TypedEvent; settings: PageSettings }) {
  const [now] = useState(() => new Date().toISOString());
  const { date, time, isAllDay, endDate, endTime } = useSettled(typed.values);
  const settled = { ...typed, values: { ...typed.values, date, time, isAllDay, endDate, endTime } };
  const { day, isEvening } = typedStart(settled);
  const event = previewedEvent(settled, settings.timeZone);
  return (
    <Panel title="How it will look">
      <div aria-live="polite">
        {day && <SameDay key={day} day={day} isEvening={isEvening} except={typed.item?.id ?? null} />}
      </div>
      {event ? (
        <SiteContext value={{ settings, pages: [], siteUrl: '', now }}>
          <div className={`${card.card} ${styles.card}`} inert>
            <EventCardContent
              event={{ ...event, ...(typed.file && { imageUrl: previewOf(typed.file), image: null }) }}
              title="p"
            >
              <span className={card.more}>
                View Details
                <Icon name="arrow-right" />
              </span>
            </EventCardContent>
          </div>
        </SiteContext>
      ) : (
        <p className={styles.hint}>The card of the event is shown here once its name, day, time and place are clear.</p>
      )}
    </Panel>
  );
}

type Props = {
  /** YYYY-MM-DD; another one needs another `key`. */
  day: string;
  /** The event that is written begins in the evening. */
  isEvening: boolean;
  /** The event that is written, null for a new one. */
  except: number | null;
};

/** What else is on that day; those of the same evening first. */
function SameDay({ day, isEvening, except }: Props) {
  const api = useApi();
  const load = useCallback(() => listEventsOn(api, day), [api, day]);
  const { data, error } = useFetched(load, 'What else is on that day could not be loaded.');
  if (error) return <p className={styles.also}>{error}</p>;
  const others = (data ?? []).filter(({ id }) => id !== except);
  const sameEvening = others.filter((event) => isEvening && beginsInEvening(event, day));
  return (
    <>
      <Events label="The same evening" events={sameEvening} />
      <Events label="The same day" events={others.filter((event) => !sameEvening.includes(event))} />
    </>
  );
}

/** Each leads to its form, with the list below as it is. */
function Events({ label, events }: { label: string; events: SocietyEvent[] }) {
  const [params] = useSearchParams();
  if (events.length === 0) return null;
  const addressOf = (id: number) =>
    `${eventKind.adminPath}?${new URLSearchParams({ ...Object.fromEntries(params), edit: String(id) })}`;
  return (
    <p className={styles.also}>
      {label}:{' '}
      {events.map(({ id, title, cancelledAt }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <Link to={addressOf(id)} {...languageAttributes(title)}>
            {title}
          </Link>
          {cancelledAt && ' (cancelled)'}
        </Fragment>
      ))}
    </p>
  );
}
