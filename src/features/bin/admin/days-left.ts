import { pluralise } from '#shared/text.ts';

/** Until it is deleted permanently: '12 days left', and on the last one 'less than a day left'. */
export function daysLeftText(purgeAt: string, now: Date): string {
  const days = (Date.parse(purgeAt) - now.getTime()) / 86_400_000;
  return days < 1 ? 'less than a day left' : `${pluralise(Math.round(days), 'day')} left`;
}
