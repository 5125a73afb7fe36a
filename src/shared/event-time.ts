/** When an event is, in words (F2). */
import { type WallTime, wallTimeText } from './dates.ts';

type EventTimes = { eventDate: WallTime; endDate?: WallTime | null; isAllDay?: boolean };

/** 'Dec 1, 2026 at 6:30 PM – 8:30 PM'; 'Dec 2 – 4, 2026' for whole days. Without an end it is the text of its start. */
export function eventTimeText({ eventDate, endDate, isAllDay }: EventTimes): string {
  const start = wallTimeText(eventDate);
  if (isAllDay) return daysText(eventDate, endDate ?? eventDate);
  if (!endDate) return start;
  const end = wallTimeText(endDate);
  return `${start} – ${dayOf(start) === dayOf(end) ? end.split(' at ')[1] : end}`;
}

function daysText(first: WallTime, last: WallTime): string {
  const [start, end] = [first, last].map((day) => dayOf(wallTimeText(day))) as [string, string];
  if (start === end) return start;
  const isSame = (length: number) => first.slice(0, length) === last.slice(0, length);
  return `${isSame(4) ? start.slice(0, -6) : start} – ${isSame(7) ? end.slice(4) : end}`;
}

/** 'Dec 1, 2026' of 'Dec 1, 2026 at 6:30 PM'. */
function dayOf(text: string): string {
  return text.split(' at ')[0] ?? text;
}
