import { twelveHourText } from '#shared/dates.ts';
import type { DigestRule } from './settings.schema.ts';

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const often: Readonly<Record<DigestRule['every'], (day: string) => string>> = {
  off: () => 'Off',
  week: (day) => `Every ${day}`,
  fortnight: (day) => `Every second ${day}`,
  month: (day) => `The first ${day} of each month`,
};

/** 'Every Monday at 8:00 AM, if there are at least 2 new things' */
export function digestRuleText({ every, weekday, hour, fewest }: DigestRule): string {
  const words = often[every](weekdays[weekday] ?? '');
  if (every === 'off') return words;
  return `${words} at ${twelveHourText(hour, 0)}, if there ${fewest === 1 ? 'is at least 1 new thing' : `are at least ${fewest} new things`}`;
}
