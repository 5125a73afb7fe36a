/** A date and time as typed, without a zone: `2026-12-04T18:30:00` (C1). Seconds may be missing. */
export type WallTime = string;

export const monthNames = 'January February March April May June July August September October November December'.split(
  ' ',
);

export const dayNames = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

type Parts = { year: number; month: number; day: number; hour: number; minute: number; second: number };

/** 'Nov 14, 2026': an ISO instant as its day in `timeZone`, the same on server and browser (A12). */
export function shortDate(instant: string, timeZone: string): string {
  const { year, month, day } = partsInZone(Date.parse(instant), timeZone);
  return `${monthNames[month - 1]?.slice(0, 3)} ${day}, ${year}`;
}

/** 'November 14, 2026': an ISO instant as its day in `timeZone`. */
export function longDate(instant: string, timeZone: string): string {
  const { year, month, day } = partsInZone(Date.parse(instant), timeZone);
  return `${monthNames[month - 1]} ${day}, ${year}`;
}

/** 'Dec 4, 2026 at 6:30 PM': the wall time as typed, whatever the zone of the reader. */
export function wallTimeText(wall: WallTime): string {
  const parts = parseWallTime(wall);
  if (!parts) return wall;
  return wallPartsText(parts);
}

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

/** 'Nov 14, 2026 at 6:30 PM': an ISO instant as the clocks in `timeZone` show it. */
export function instantText(instant: string, timeZone: string): string {
  return wallPartsText(partsInZone(Date.parse(instant), timeZone));
}

function wallPartsText({ year, month, day, hour, minute }: Parts): string {
  return `${monthNames[month - 1]?.slice(0, 3)} ${day}, ${year} at ${twelveHourText(hour, minute)}`;
}

/** '6:30 PM' */
export function twelveHourText(hour: number, minute: number): string {
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** '2026-11-14': the day of an ISO instant in `timeZone`. */
export function isoDayInZone(instant: string, timeZone: string): string {
  const { year, month, day } = partsInZone(Date.parse(instant), timeZone);
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
}

export function parseWallTime(wall: WallTime): Parts | null {
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN;
  // A day that is not in its month is read as one of the next.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(wall) || wall.startsWith('0000')) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = wall.split(/\D/).map(Number);
  return { year, month, day, hour, minute, second };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A page shows the same few instants repeatedly, and formatting one takes as long as a query. */
const known = new Map<string, Parts>();

export function partsInZone(time: number, timeZone: string): Parts {
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
  // '11/14/2026, 18:30:00': formatToParts would take nearly twice as long.
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = format.format(time).split(/\D+/).map(Number);
  return { year, month, day, hour, minute, second };
}
