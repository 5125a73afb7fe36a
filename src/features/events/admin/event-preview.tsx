import { useState } from 'react';
import { SiteContext } from '#features/settings/pages/site.ts';
import type { SiteSettings } from '#features/settings/settings.ts';
import { previewOf } from '#features/uploads/field/preview-of.ts';
import card from '#ui/lists/card.module.css';
import { Panel } from '#ui/page/screen.tsx';
import { Icon } from '#ui/theme/icon.tsx';
import { useSettled } from '../dates/use-settled-reading.ts';
import { EventCardContent } from '../event-card.tsx';
import styles from './event-preview.module.css';
import { dayWithWeekday, previewedEvent, type TypedEvent, typedStart } from './previewed-event.ts';
import { SameDay } from './same-day.tsx';

/** The event's card, and what else is on that day. Dates count when somebody has stopped typing. */
export function EventPreview({ typed, settings }: { typed: TypedEvent; settings: SiteSettings }) {
  const [now] = useState(() => new Date().toISOString());
  const { date, time, isAllDay, endDate, endTime } = useSettled(typed.values);
  const settled = { ...typed, values: { ...typed.values, date, time, isAllDay, endDate, endTime } };
  const { day, isEvening } = typedStart(settled);
  const event = previewedEvent(settled, settings.timeZone);
  return (
    <Panel title="How it will look">
      <div aria-live="polite">
        {day && (
          <>
            <p className={styles.day}>{dayWithWeekday(day)}</p>
            <SameDay key={day} day={day} isEvening={isEvening} except={typed.item?.id ?? null} />
          </>
        )}
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
