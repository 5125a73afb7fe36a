import { countOf } from './text.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** 'just now', '5 minutes ago', '3 days ago': how long before `now` the ISO instant was; null beyond a month. */
export function relativeTime(instant: string, now: Date): string | null {
  const ago = now.getTime() - Date.parse(instant);
  if (ago < minute) return 'just now';
  if (ago >= 31 * day) return null;
  const [size, noun]: [number, string] = ago < hour ? [minute, 'minute'] : ago < day ? [hour, 'hour'] : [day, 'day'];
  return `${countOf(Math.floor(ago / size), noun)} ago`;
}
