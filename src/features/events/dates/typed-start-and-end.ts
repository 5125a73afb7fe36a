/** Converts the typed start and end for the server (F1). */

import { type Reading, readingProblem } from '#shared/typed-date.ts';
import { eventMessages } from '../event.ts';
import type { Times } from '../event-times.ts';
import { readingsOf, typedWallTime } from './typed-moment.ts';

export type TypedTimes = { date: string; time: string; isAllDay: boolean; endDate: string; endTime: string };

const midnight = '00:00';

export function wallTimesOfTyped({ date, time, isAllDay, endDate, endTime }: TypedTimes): Times {
  const hasEnd = endDate.trim() !== '' || (!isAllDay && endTime.trim() !== '');
  const end = { date: endDate.trim() ? endDate : date, time: isAllDay ? midnight : endTime };
  return {
    eventDate: typedWallTime({ date, time: isAllDay ? midnight : time }),
    endDate: hasEnd ? typedWallTime(end) : null,
    isAllDay,
  };
}

/** What stops the form, or null; checks the start only for missing or unclear parts. */
export function timesProblem(times: TypedTimes): string | null {
  const start = readingsOf({ date: times.date, time: times.isAllDay ? midnight : times.time });
  if (start.includes('incomplete')) return eventMessages.required;
  return firstProblem(start) ?? endProblem(times);
}

/** What to say at the fields of the end. */
export function endErrors(times: TypedTimes): { endDate?: string; endTime?: string } {
  if (endProblem(times) === eventMessages.endBeforeStart)
    return times.isAllDay || times.endDate
      ? { endDate: eventMessages.endBeforeStart }
      : { endTime: eventMessages.endBeforeStart };
  const [day, clock] = endReadings(times);
  return {
    ...(day === 'incomplete' && { endDate: eventMessages.dateMissing }),
    ...(clock === 'incomplete' && { endTime: eventMessages.timeMissing }),
  };
}

function endProblem(times: TypedTimes): string | null {
  const { eventDate, endDate, isAllDay } = wallTimesOfTyped(times);
  if (endDate === null) return null;
  const end = endReadings(times);
  if (end.includes('incomplete')) return times.endDate.trim() ? eventMessages.endIncomplete : eventMessages.timeMissing;
  const problem = firstProblem(end);
  if (problem) return problem;
  const isBefore = isAllDay ? endDate < eventDate : endDate <= eventDate;
  return isBefore ? eventMessages.endBeforeStart : null;
}

/** Clear where nothing is typed at all. */
function endReadings({ date, isAllDay, endDate, endTime }: TypedTimes): Reading[] {
  if (!endDate.trim() && (isAllDay || !endTime.trim())) return [];
  return readingsOf({ date: endDate.trim() ? endDate : date, time: isAllDay ? midnight : endTime });
}

function firstProblem(readings: Reading[]): string | null {
  return readings.map(readingProblem).find((problem) => problem !== null) ?? null;
}
