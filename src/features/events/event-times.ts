/** When an event begins and ends: wall times as typed, and their instants in the site's zone (C1, F1). */

import { dayMovedBetween } from '#features/items/moved-day.ts';
import type { WallTime } from '#shared/dates.ts';
import { wallTimeToInstant } from '#shared/instants.ts';

export type Times = { eventDate: WallTime; endDate: WallTime | null; isAllDay: boolean };
export type Instants = { startsAt: string; endsAt: string | null };

const dayMs = 86_400_000;

/**
 * An all-day event ends when the day after its last one begins. If a clock change puts the end before the start, it is the start.
 */
export function eventInstants({ eventDate, endDate, isAllDay }: Times, timeZone: string): Instants {
  const startsAt = wallTimeToInstant(eventDate, timeZone);
  const end = isAllDay ? movedBy(endDate ?? eventDate, dayMs) : endDate;
  const endsAt = end && wallTimeToInstant(end, timeZone);
  return { startsAt, endsAt: endsAt && endsAt < startsAt ? startsAt : endsAt };
}

/** An all-day event may end on its first day. */
export function isEndBeforeStart({ eventDate, endDate, isAllDay }: Times, { startsAt, endsAt }: Instants): boolean {
  if (!endDate || !endsAt) return false;
  return isAllDay ? endDate < eventDate : endsAt <= startsAt;
}

/** The end that keeps the length of the event when it begins at `start`. */
export function endKeepingLength(start: WallTime, { eventDate, endDate, isAllDay }: Times): WallTime | null {
  if (!endDate) return null;
  if (isAllDay) return wallTimeOnDay(dayMovedBetween(endDate, eventDate, start), start);
  return movedBy(endDate, utcOf(start) - utcOf(eventDate));
}

/** `wall` on another day, which keeps the time of its clock. */
export function wallTimeOnDay(day: string, wall: WallTime): WallTime {
  return day + wall.slice(10);
}

function movedBy(wall: WallTime, milliseconds: number): WallTime {
  return new Date(utcOf(wall) + milliseconds).toISOString().slice(0, 19);
}

function utcOf(wall: WallTime): number {
  return Date.parse(`${wall}Z`);
}
