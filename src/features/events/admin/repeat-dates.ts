/** The days on which an event is repeated (F5). */
import { plausibleYears } from '#shared/typed-date.ts';
import { eventLimits } from '../event.ts';

export const rhythms = [
  ['weekly', 'Every week'],
  ['fortnightly', 'Every two weeks'],
  ['monthly', 'Every month on the same weekday'],
] as const;
export type Rhythm = (typeof rhythms)[number][0];

const dayMs = 86_400_000;

/** `count` days after `day`, all as YYYY-MM-DD. A month without a fifth Tuesday has none. */
export function datesOfRepeats(day: string, rhythm: Rhythm, count: number): string[] {
  const wanted = Math.min(count, eventLimits.repeatDates);
  const dates: string[] = [];
  for (let step = 1; dates.length < wanted; step++) {
    const next = rhythm === 'monthly' ? inMonth(day, step) : moved(day, step * (rhythm === 'weekly' ? 7 : 14));
    if (next && Number(next.slice(0, 4)) > plausibleYears.last) break;
    if (next) dates.push(next);
  }
  return dates;
}

/** The same weekday of the month, such as the second Tuesday, `months` later; null if there is none. */
function inMonth(day: string, months: number): string | null {
  const start = new Date(day);
  const first = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1));
  const toWeekday = (start.getUTCDay() - first.getUTCDay() + 7) % 7;
  const weeks = Math.floor((start.getUTCDate() - 1) / 7);
  const found = new Date(first.getTime() + (toWeekday + weeks * 7) * dayMs);
  return found.getUTCMonth() === first.getUTCMonth() ? found.toISOString().slice(0, 10) : null;
}

function moved(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}
