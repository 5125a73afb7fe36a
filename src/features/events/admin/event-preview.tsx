import { useState } from 'react';
import { ItemPreview } from '#features/items/admin/item-preview.tsx';
import { SiteContext } from '#features/settings/pages/site-context.ts';
import type { PageSettings } from '#features/settings/settings.ts';
import { timesProblem, wallTimesOfTyped } from '../dates/typed-start-and-end.ts';
import { eventInstants } from '../event-times.ts';
import styles from '../pages/event.module.css';
import { EventDescription, EventFacts } from '../pages/event-facts.tsx';
import type { EventValues } from './event-values.ts';

type Props = { values: EventValues; file: File | null; settings: PageSettings; onClose: () => void };

/** The typed event as its page would show it; without its time while that is not readable. */
export function EventPreview({ values, settings, ...preview }: Props) {
  const times = wallTimesOfTyped(values);
  const [site] = useState(() => ({ settings, pages: [], siteUrl: '', now: new Date().toISOString() }));
  const { title, location, address, description } = values;
  return (
    <ItemPreview
      title={title || 'Untitled event'}
      values={values}
      fallback={settings.defaultEventImage}
      closeHref="/admin/events"
      {...preview}
    >
      <div className={styles.details}>
        {timesProblem(values) === null ? (
          <SiteContext value={site}>
            <EventFacts event={{ ...times, ...eventInstants(times, settings.timeZone), location, address }} />
          </SiteContext>
        ) : (
          <p>No date yet.</p>
        )}
        <EventDescription text={description} />
      </div>
    </ItemPreview>
  );
}
