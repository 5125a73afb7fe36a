import type { TypedMoment } from '#features/events/dates/typed-moment.ts';
import { isoDayInZone } from '#shared/dates.ts';

/** The next day and the next Monday, of the site. */
export function presetMoments(now: Date, timeZone: string): [label: string, moment: TypedMoment][] {
  const today = new Date(isoDayInZone(now.toISOString(), timeZone));
  const toMonday = (8 - today.getUTCDay()) % 7 || 7;
  const inDays = (days: number): TypedMoment => {
    const day = new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
    return { date: day.replaceAll('-', '/'), time: '08:00' };
  };
  return [
    ['tomorrow 8:00 AM', inDays(1)],
    [toMonday === 7 ? 'next Monday 8:00 AM' : 'Monday 8:00 AM', inDays(toMonday)],
  ];
}
