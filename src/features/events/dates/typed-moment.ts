/** A day and a time as typed into the form: for the server, and in words. */
import { dayNames, monthNames, twelveHourText } from '#shared/dates.ts';
import { instantToWallTime } from '#shared/instants.ts';
import { type Reading, readingProblem, readTypedDate, valueOf } from '#shared/typed-date.ts';
import { eventMessages } from '../event.ts';
import { readTypedTime } from './typed-time.ts';

export type TypedMoment = { date: string; time: string };

export const noMoment: TypedMoment = { date: '', time: '' };

/** An ISO instant as the form shows it in `timeZone`. */
export function typedMoment(instant: string | null, timeZone: string): TypedMoment {
  return instant === null ? noMoment : momentOfWallTime(instantToWallTime(instant, timeZone));
}

export function momentOfWallTime(wallTime: string): TypedMoment {
  return { date: wallTime.slice(0, 10).replaceAll('-', '/'), time: wallTime.slice(11, 16) };
}

export function readingsOf({ date, time }: TypedMoment): [day: Reading, clock: Reading] {
  return [readTypedDate(date), readTypedTime(time)];
}

/** 'YYYY-MM-DDTHH:MM:00' where both are clear, else as typed. */
export function typedWallTime(moment: TypedMoment): string {
  const [day, clock] = readingsOf(moment);
  return `${(valueOf(day) ?? moment.date).replaceAll('/', '-')}T${valueOf(clock) ?? moment.time}:00`;
}

/** Null unless both are clear. */
export function wallTimeOfMoment(moment: TypedMoment): string | null {
  return readingsOf(moment).every((reading) => valueOf(reading) !== null) ? typedWallTime(moment) : null;
}

/** What to say at each of the two; nothing where both are empty or clear. */
export function momentErrors(moment: TypedMoment): Partial<TypedMoment> {
  if (!moment.date.trim() && !moment.time.trim()) return {};
  const [day, clock] = readingsOf(moment);
  const date = day === 'incomplete' ? eventMessages.dateMissing : readingProblem(day);
  const time = clock === 'incomplete' ? eventMessages.timeMissing : readingProblem(clock);
  return { ...(date && { date }), ...(time && { time }) };
}

/** 'Thursday, December 3, 2026, 6:30 PM, in 11 days', or the part of it that is typed so far. */
export function dateInWords(moment: TypedMoment, today: string): string {
  const [day, clock] = readingsOf(moment).map((reading) => valueOf(reading)?.replaceAll('/', '-'));
  return [day && dayText(day), clock && clockText(clock), day && distance(day, today)].filter(Boolean).join(', ');
}

function dayText(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return `${dayNames[new Date(day).getUTCDay()]}, ${monthNames[month - 1]} ${date}, ${year}`;
}

function clockText(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return twelveHourText(hour, minute);
}

function distance(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  if (days === 0) return 'today';
  if (Math.abs(days) === 1) return days > 0 ? 'tomorrow' : 'yesterday';
  const count = Math.abs(days).toLocaleString('en-US');
  return days > 0 ? `in ${count} days` : `${count} days ago`;
}
