/** When automatic digests go out. */
import type { DigestRule } from '#features/settings/settings.schema.ts';
import { instantToWallTime, wallTimeToInstant } from '#shared/instants.ts';

const dayMs = 86_400_000;

/** The rule's last date that is not after `until`; null while it is off. A time that the clocks skip moves an hour later. */
export function lastDigestTime(
  { every, weekday, hour }: DigestRule,
  timeZone: string,
  until: Date,
): { publishAt: string; dueAt: string } | null {
  if (every === 'off') return null;
  const last = Date.parse(`${instantToWallTime(until.toISOString(), timeZone).slice(0, 10)}T00:00:00Z`);
  // The longest gap, between monthly dates, is five weeks.
  for (let day = last + dayMs; day > last - 40 * dayMs; day -= dayMs) {
    const date = new Date(day);
    if (date.getUTCDay() !== weekday || !isItsWeek(every, date)) continue;
    const wanted = `${date.toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00:00`;
    const dueAt = wallTimeToInstant(wanted, timeZone);
    if (dueAt <= until.toISOString()) return { publishAt: instantToWallTime(dueAt, timeZone), dueAt };
  }
  return null;
}

/** Each week, each second one since 1970, or the first such day of a month. */
function isItsWeek(every: DigestRule['every'], date: Date): boolean {
  if (every === 'month') return date.getUTCDate() <= 7;
  return every === 'week' || Math.floor(date.getTime() / dayMs / 7) % 2 === 0;
}
