/** When an event's sign-up opens and closes: instants that move with the day of the event, at the same clock time. */

import { dayMovedBetween } from '#features/items/moved-day.ts';
import { instantToWallTime, wallTimeToInstant } from '#shared/instants.ts';
import { parseEventWallTime } from '../dates/event-date-validation.ts';
import { wallTimeOnDay } from '../event-times.ts';

export type SignupTimes = { signupOpensAt: string | null; signupClosesAt: string | null };

/** An instant with its zone, or a wall time of the site's; null when it is neither. */
export function readSignupTime(typed: string, timeZone: string): string | null {
  const wall = parseEventWallTime(typed);
  if (typeof wall === 'object') return wallTimeToInstant(wall.wallTime, timeZone);
  const [text = '', day = ''] = /^(\d{4}-\d{2}-\d{2})T[\d:.]{5,15}(?:Z|[+-]\d{2}:?\d{2})$/.exec(typed.trim()) ?? [];
  // Within the years of events, and an existing day.
  const time = typeof parseEventWallTime(`${day}T00:00`) === 'object' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

type Days = { from: string; to: string; timeZone: string };

/** Moves an instant by the days between two wall times. */
export function moveSignupTime<Time extends string | null>(instant: Time, { from, to, timeZone }: Days): Time | string {
  if (instant === null) return instant;
  const wall = instantToWallTime(instant, timeZone);
  return wallTimeToInstant(wallTimeOnDay(dayMovedBetween(wall, from, to), wall), timeZone);
}

type Span = { startsAt: string; endsAt: string | null };

/** Sign-up cannot outlast the event: a closing time moved beyond its end is cut off there. */
export function closeNoLaterThanEnd(closesAt: string | null, { startsAt, endsAt }: Span): string | null {
  const end = endsAt ?? startsAt;
  return closesAt !== null && closesAt > end ? end : closesAt;
}

export const signupTimeMessages = {
  notATime: 'This is not a valid date',
  closesFirst: 'Sign-up must close after it opens.',
  opensLate: 'Sign-up must open before the event begins.',
  closesLate: 'Sign-up must close before the event ends.',
} as const;

/** What is wrong, by field; null when all is well. */
export function signupTimesProblem(
  { signupOpensAt, signupClosesAt }: SignupTimes,
  { startsAt, endsAt }: Span,
): { field: keyof SignupTimes; message: string } | null {
  const { closesFirst, opensLate, closesLate } = signupTimeMessages;
  if (signupClosesAt !== null && signupClosesAt > (endsAt ?? startsAt))
    return { field: 'signupClosesAt', message: closesLate };
  if (signupOpensAt === null || signupOpensAt < (signupClosesAt ?? startsAt)) return null;
  return signupClosesAt === null
    ? { field: 'signupOpensAt', message: opensLate }
    : { field: 'signupClosesAt', message: closesFirst };
}

/** The same clock times in another time zone. */
export function signupTimesInZone(times: SignupTimes & Span, { from, to }: { from: string; to: string }): SignupTimes {
  const moved = (instant: string | null) => instant && wallTimeToInstant(instantToWallTime(instant, from), to);
  return {
    signupOpensAt: moved(times.signupOpensAt),
    signupClosesAt: closeNoLaterThanEnd(moved(times.signupClosesAt), times),
  };
}
