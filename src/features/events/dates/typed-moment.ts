/** A day and a time of the form that may both stay empty. */
import { instantToWallTime } from '#shared/instants.ts';
import { type Reading, readingProblem, readTypedDate } from '#shared/typed-date.ts';
import { eventMessages } from '../event.ts';
import { readTypedTime } from './typed-time.ts';
import { typedWallTime } from './typed-wall-time.ts';

export type TypedMoment = { date: string; time: string };

export const noMoment: TypedMoment = { date: '', time: '' };

/** An ISO instant as the form shows it in `timeZone`. */
export function typedMoment(instant: string | null, timeZone: string): TypedMoment {
  if (instant === null) return noMoment;
  const wallTime = instantToWallTime(instant, timeZone);
  return { date: wallTime.slice(0, 10).replaceAll('-', '/'), time: wallTime.slice(11, 16) };
}

/** 'YYYY-MM-DDTHH:MM:00' where both are clear, else null. */
export function wallTimeOfMoment(moment: TypedMoment): string | null {
  return readingsOf(moment).every(isClear) ? typedWallTime(moment) : null;
}

/** What to say at each of the two; nothing where both are empty or clear. */
export function momentErrors(moment: TypedMoment): Partial<TypedMoment> {
  if (!moment.date.trim() && !moment.time.trim()) return {};
  const [day, clock] = readingsOf(moment);
  const date = day === 'incomplete' ? eventMessages.dateMissing : readingProblem(day);
  const time = clock === 'incomplete' ? eventMessages.timeMissing : readingProblem(clock);
  return { ...(date && { date }), ...(time && { time }) };
}

function readingsOf({ date, time }: TypedMoment): [day: Reading, clock: Reading] {
  return [readTypedDate(date), readTypedTime(time)];
}

function isClear(reading: Reading): boolean {
  return typeof reading === 'object' && 'value' in reading;
}
