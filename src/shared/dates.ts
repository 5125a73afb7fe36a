import { countOf } from './text.ts';

/** A date and time as typed, without a zone: `2026-12-04T18:30:00` (C1). Seconds may be missing. */
export type WallTime = string;

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

type Parts = { year: number; month: number; day: number; hour: number; minute: number; second: number };

/** 'Nov 14, 2026': an ISO instant as its day in `timeZone`, the same on server and browser (A12). */
export function shortDate(instant: string, timeZone: string): string {
  const { year, month, day } = partsIn(Date.parse(instant), timeZone);
  return `${monthNames[month - 1]?.slice(0, 3)} ${day}, ${year}`;
}

/** 'November 14, 2026': an ISO instant as its day in `timeZone`. */
export function longDate(instant: string, timeZone: string): string {
  const { year, month, day } = partsIn(Date.parse(instant), timeZone);
  return `${monthNames[month - 1]} ${day}, ${year}`;
}

/** 'Dec 4, 2026 at 6:30 PM': the wall time as typed, whatever the zone of the reader. */
export function wallTimeText(wall: WallTime): string {
  const parts = wallParts(wall);
  if (!parts) return wall;
  return wallPartsText(parts);
}

/** 'Nov 14, 2026 at 6:30 PM': an ISO instant as the clocks in `timeZone` show it. */
export function instantText(instant: string, timeZone: string): string {
  return wallPartsText(partsIn(Date.parse(instant), timeZone));
}

function wallPartsText({ year, month, day, hour, minute }: Parts): string {
  return `${monthNames[month - 1]?.slice(0, 3)} ${day}, ${year} at ${clockText(hour, minute)}`;
}

/** '6:30 PM' */
export function clockText(hour: number, minute: number): string {
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** '2026-11-14': the day of an ISO instant in `timeZone`. */
export function isoDay(instant: string, timeZone: string): string {
  const { year, month, day } = partsIn(Date.parse(instant), timeZone);
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
}

/**
 * The ISO instant (UTC, milliseconds) at which clocks in `timeZone` show `wall`. A time that the clocks skip
 * goes forward by the gap, one that they show twice is the first of the two.
 * @throws RangeError when `wall` is no real date and time
 */
export function wallTimeToInstant(wall: WallTime, timeZone: string): string {
  const parts = wallParts(wall);
  if (!parts) throw new RangeError(`Not a date and time: ${wall}`);
  const asUtc = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  const before = asUtc - offsetAt(asUtc - dayMs, timeZone);
  const after = asUtc - offsetAt(asUtc + dayMs, timeZone);
  const shown = [before, after].filter((instant) => instant + offsetAt(instant, timeZone) === asUtc);
  return new Date(shown.length > 0 ? Math.min(...shown) : before).toISOString();
}

/** '2026-07-01T18:00:00+01:00': a wall time with what the clocks of its place are ahead of UTC at its ISO instant. */
export function wallTimeWithOffset(wall: WallTime, instant: string): string {
  const minutes = (Date.parse(`${wall}Z`) - Date.parse(instant)) / 60_000;
  // Of old, clocks went by the sun, to the second.
  if (!Number.isInteger(minutes)) return instant;
  const ahead = Math.abs(minutes);
  const offset = [Math.floor(ahead / 60), ahead % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${wall}${minutes < 0 ? '-' : '+'}${offset}`;
}

/** False for `2026-02-31`; takes a date or a wall time. */
export function isRealDate(text: string): boolean {
  return wallParts(text.includes('T') ? text : `${text}T00:00:00`) !== null;
}

function wallParts(wall: WallTime): Parts | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(wall);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const monthIsReal = month >= 1 && month <= 12;
  const lastDay = new Date(Date.UTC(2000, month, 0)).getUTCDate() - (month === 2 && !isLeap(year) ? 1 : 0);
  if (year < 1 || !monthIsReal || day < 1 || day > lastDay || hour > 23 || minute > 59 || second > 59) return null;
  return { year, month, day, hour, minute, second };
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Milliseconds that clocks in `timeZone` are ahead of UTC at `time`. */
function offsetAt(time: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsIn(time, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A page shows the same few instants again and again, and to ask for one takes as long as a query. */
const known = new Map<string, Parts>();

function partsIn(time: number, timeZone: string): Parts {
  const key = timeZone + time;
  let parts = known.get(key);
  if (!parts) {
    if (known.size > 999) known.clear();
    known.set(key, (parts = askParts(time, timeZone)));
  }
  return parts;
}

function askParts(time: number, timeZone: string): Parts {
  let format = formats.get(timeZone);
  if (!format) {
    const two = '2-digit';
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    });
    formats.set(timeZone, format);
  }
  // '11/14/2026, 18:30:00': asked for in parts it would take nearly twice as long.
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = format.format(time).split(/\D+/).map(Number);
  return { year, month, day, hour, minute, second };
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day of an instant in `timeZone` as mails name it: '3 March 2026'. */
export function dayInWords(instant: string, timeZone: string): string {
  let format = dayFormats.get(timeZone);
  if (!format) dayFormats.set(timeZone, (format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long' })));
  return format.format(new Date(instant));
}

/** 'Nov 3, 2026, 2:14 PM' in the reader's own time zone; for administrators, beside whose clock it stands. */
export function localInstantText(instant: string): string {
  return new Date(instant).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** 'just now', '5 minutes ago', '3 days ago': how long before `now` the ISO instant was; null beyond a month. */
export function relativeTime(instant: string, now: Date): string | null {
  const ago = now.getTime() - Date.parse(instant);
  if (ago < minuteMs) return 'just now';
  if (ago >= 31 * dayMs) return null;
  const [size, noun]: [number, string] =
    ago < hourMs ? [minuteMs, 'minute'] : ago < dayMs ? [hourMs, 'hour'] : [dayMs, 'day'];
  return `${countOf(Math.floor(ago / size), noun)} ago`;
}

/** True for a zone by name, such as Europe/London; an offset such as +02:00 knows no summer time and is none. */
export function isTimeZone(value: string): boolean {
  if (!/^[a-z]/i.test(value)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}
