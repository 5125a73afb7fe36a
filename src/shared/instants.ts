/** Wall times, time zones and instants beyond what a visitor's first page needs. */
import { isoDayInZone, parseWallTime, partsInZone, type WallTime } from './dates.ts';
import { pluralise } from './text.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * The ISO instant (UTC, milliseconds) at which clocks in `timeZone` show `wall`. A time that the clocks skip
 * goes forward by the gap, one that they show twice is the first of the two.
 * @throws RangeError when `wall` is not a real date and time
 */
export function wallTimeToInstant(wall: WallTime, timeZone: string): string {
  const parts = parseWallTime(wall);
  if (!parts) throw new RangeError(`Not a date and time: ${wall}`);
  const asUtc = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  const before = asUtc - offsetAt(asUtc - dayMs, timeZone);
  const after = asUtc - offsetAt(asUtc + dayMs, timeZone);
  const shown = [before, after].filter((instant) => instant + offsetAt(instant, timeZone) === asUtc);
  return new Date(shown.length > 0 ? Math.min(...shown) : before).toISOString();
}

/** What clocks in `timeZone` show at an ISO instant. */
export function instantToWallTime(instant: string, timeZone: string): WallTime {
  const { hour, minute, second } = partsInZone(Date.parse(instant), timeZone);
  const time = [hour, minute, second].map((part) => String(part).padStart(2, '0'));
  return `${isoDayInZone(instant, timeZone)}T${time.join(':')}`;
}

/** '2026-07-01T18:00:00+01:00': a wall time with its place's offset from UTC at its ISO instant. */
export function wallTimeWithOffset(wall: WallTime, instant: string): string {
  const minutes = (Date.parse(`${wall}Z`) - Date.parse(instant)) / 60_000;
  // Long ago, clocks followed the sun, to the second.
  if (!Number.isInteger(minutes)) return instant;
  const ahead = Math.abs(minutes);
  const offset = [Math.floor(ahead / 60), ahead % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${wall}${minutes < 0 ? '-' : '+'}${offset}`;
}

/** False for `2026-02-31`; takes a date or a wall time. */
export function isRealDate(text: string): boolean {
  return parseWallTime(text.includes('T') ? text : `${text}T00:00:00`) !== null;
}

/** Milliseconds that clocks in `timeZone` are ahead of UTC at `time`. */
function offsetAt(time: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsInZone(time, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}

/** 'Nov 3, 2026, 2:14 PM' in the reader's own time zone; for administrators, beside whose clock it stands. */
export function localInstantText(instant: string): string {
  return new Date(instant).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

/** '2:14 PM' in the reader's own time zone. */
export function clockTimeText(instant: string): string {
  return new Date(instant).toLocaleTimeString('en-US', { timeStyle: 'short' });
}

/** 'just now', '5 minutes ago', '3 days ago': how long before `now` the ISO instant was; null beyond a month. */
export function relativeTime(instant: string, now: Date): string | null {
  const ago = now.getTime() - Date.parse(instant);
  if (ago < minuteMs) return 'just now';
  if (ago >= 31 * dayMs) return null;
  const [size, noun]: [number, string] =
    ago < hourMs ? [minuteMs, 'minute'] : ago < dayMs ? [hourMs, 'hour'] : [dayMs, 'day'];
  return `${pluralise(Math.floor(ago / size), noun)} ago`;
}

/** The latest instant that can have been written by now; clocks of two machines differ by less. A later one is a wrong clock's. */
export function latestPlausible(now: Date): string {
  return new Date(now.getTime() + 3_600_000).toISOString();
}

/**
 * True for a zone by name, such as Europe/London. An offset such as +02:00 knows no summer time and is none; BST and IST stand for
 * several zones: for `Intl` the former is the time of Dhaka.
 */
export function isTimeZone(value: string): boolean {
  if (!/^[a-z]/i.test(value) || /^[bi]st$/i.test(value)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}
