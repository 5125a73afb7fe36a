import type { WallTime } from '#shared/dates.ts';

/** Moves the day of `wall` by the number of days between the two others. */
export function dayMovedBetween(wall: WallTime, from: WallTime, to: WallTime): string {
  const [day = 0, first = 0, last = 0] = [wall, from, to].map((one) => Date.parse(one.slice(0, 10)));
  return new Date(day + last - first).toISOString().slice(0, 10);
}
