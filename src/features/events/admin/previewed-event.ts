import { focalPointOf } from '#shared/picture.ts';
import { timesProblem, typedTimes } from '../dates/event-end.ts';
import { clearDay } from '../dates/typed-date.ts';
import { readTime } from '../dates/typed-time.ts';
import type { SocietyEvent } from '../event.schema.ts';
import type { ShownEvent } from '../event-card.tsx';
import { instantsOf } from '../event-times.ts';
import type { EventValues } from './event-values.ts';

/** What the form holds, and of which event. */
export type TypedEvent = {
  values: EventValues;
  /** A picture that is chosen and not saved. */
  file: File | null;
  item: SocietyEvent | null;
};

/** The event as a save would leave it; null while something of its card is missing or unclear. */
export function previewedEvent({ values: typed, item }: TypedEvent, timeZone: string): ShownEvent | null {
  const [title, location] = [typed.title.trim(), typed.location.trim()];
  if (!title || !location || timesProblem(typed) !== null) return null;
  const times = typedTimes(typed);
  const { imageUrl } = typed;
  return {
    id: item?.id ?? 0,
    title,
    location,
    ...times,
    ...instantsOf(times, timeZone),
    ...focalPointOf(typed),
    imageUrl,
    image: item && item.imageUrl === imageUrl ? item.image : null,
    cancelledAt: item?.cancelledAt ?? null,
  };
}

/** When it is to begin; `day` is null while it is not clear. */
export function typedStart({ values }: TypedEvent): { day: string | null; isEvening: boolean } {
  const { date, time, isAllDay } = values;
  const clock = readTime(time);
  const isClear = !isAllDay && typeof clock === 'object' && 'value' in clock;
  return { day: clearDay(date), isEvening: isClear && clock.value >= eveningBegins };
}

const eveningBegins = '17:00';

export function beginsInEvening(
  { eventDate, isAllDay }: Pick<SocietyEvent, 'eventDate' | 'isAllDay'>,
  day: string,
): boolean {
  return !isAllDay && eventDate.startsWith(day) && eventDate.slice(11, 16) >= eveningBegins;
}
