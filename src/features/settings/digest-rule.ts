import { dayNames, twelveHourText } from '#shared/dates.ts';
import type { DigestRule } from './settings.schema.ts';

const often: Readonly<Record<Exclude<DigestRule['every'], 'off'>, (day: string) => string>> = {
  week: (day) => `Every ${day}`,
  fortnight: (day) => `Every second ${day}`,
  month: (day) => `The first ${day} of each month`,
};

/** 'Every Monday'; null while there are no automatic digests. */
export function digestDaysText({ every, weekday }: DigestRule): string | null {
  return every === 'off' ? null : often[every](dayNames[weekday] ?? '');
}

/** 'Every Monday at 8:00 AM, if there are at least 2 new things' */
export function digestRuleText({ every, weekday, hour, fewest }: DigestRule): string {
  const days = digestDaysText({ every, weekday, hour, fewest });
  if (days === null) return 'Off';
  return `${days} at ${twelveHourText(hour, 0)}, if there ${fewest === 1 ? 'is at least 1 new thing' : `are at least ${fewest} new things`}`;
}
