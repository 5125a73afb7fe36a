import { dayNames, monthNames } from '#shared/dates.ts';
import type { SocietyEvent } from '../event.schema.ts';
import styles from './day-plate.module.css';

type Days = Pick<SocietyEvent, 'eventDate' | 'endDate'>;

/** The day, large, between its weekday and its month. In attributes: screen readers and a search on the page meet the date once, in its sentence. */
export function DayPlate({ event }: { event: Days }) {
  const { eventDate } = event;
  const month = monthNames[Number(eventDate.slice(5, 7)) - 1]?.slice(0, 3);
  return (
    <span className={styles.plate} data-above={weekdays(event)} data-below={month} aria-hidden="true">
      <span data-day={Number(eventDate.slice(8, 10))} />
    </span>
  );
}

/** 'Sat', or 'Sat–Sun' where it takes several days. */
export function weekdays({ eventDate, endDate }: Days): string {
  const first = weekdayOf(eventDate);
  return endDate && endDate.slice(0, 10) > eventDate.slice(0, 10) ? `${first}–${weekdayOf(endDate)}` : first;
}

function weekdayOf(wallTime: string): string {
  return (dayNames[new Date(`${wallTime.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? '').slice(0, 3);
}
