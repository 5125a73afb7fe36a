/** Converts the form's date and time for the server, and reads them back in a sentence. */
import { dayNames, monthNames, twelveHourText } from '#shared/dates.ts';
import { type Reading, readTypedDate } from '#shared/typed-date.ts';
import { readTypedTime } from './typed-time.ts';

type Typed = { date: string; time: string };

/** 'YYYY-MM-DDTHH:MM:00' where both are clear, else as typed. */
export function typedWallTime({ date, time }: Typed): string {
  return `${valueOf(readTypedDate(date), date).replaceAll('/', '-')}T${valueOf(readTypedTime(time), time)}:00`;
}

/** 'Thursday, December 3, 2026, 6:30 PM, in 11 days', or the part of it that is typed so far. */
export function dateInWords({ date, time }: Typed, today: string): string {
  const day = valueOf(readTypedDate(date), '').replaceAll('/', '-');
  const parts = [day && dayText(day), clockOf(valueOf(readTypedTime(time), '')), day && distance(day, today)];
  return parts.filter(Boolean).join(', ');
}

function valueOf(reading: Reading, otherwise: string): string {
  return reading !== 'incomplete' && 'value' in reading ? reading.value : otherwise;
}

function dayText(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return `${dayNames[new Date(day).getUTCDay()]}, ${monthNames[month - 1]} ${date}, ${year}`;
}

function clockOf(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return time && twelveHourText(hour, minute);
}

function distance(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  if (days === 0) return 'today';
  if (Math.abs(days) === 1) return days > 0 ? 'tomorrow' : 'yesterday';
  const count = Math.abs(days).toLocaleString('en-US');
  return days > 0 ? `in ${count} days` : `${count} days ago`;
}
