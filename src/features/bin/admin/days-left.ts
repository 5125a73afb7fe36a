import { countOf } from '#shared/text.ts';

/** Until the sweep takes it: '12 days left', and on the last one 'less than a day left'. */
export function daysLeft(purgeAt: string, now: Date): string {
  const days = Math.floor((Date.parse(purgeAt) - now.getTime()) / 86_400_000);
  return days < 1 ? 'less than a day left' : `${countOf(days, 'day')} left`;
}
