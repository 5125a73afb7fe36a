/** Recomputes the instants of events for another time zone. */
import type { Db } from '#platform/db/db.ts';
import { eventInstants } from './event-times.ts';
import { signupTimesInZone } from './signup/signup-times.ts';

/**
 * Recomputes all events, including those in the bin, when the site's time zone changes. Wall times (C1) and `version` stay; `moves`
 * counts up for calendars. Returns the events that moved: all-day events stay on their days.
 */
export async function recomputeEventTimes(trx: Db, zones: { from: string; to: string }, now: Date): Promise<number[]> {
  const moved: number[] = [];
  const updatedAt = now.toISOString();
  for (const row of await trx.selectFrom('events').selectAll().orderBy('id').execute()) {
    const instants = eventInstants(row, zones.to);
    const isMoved = instants.startsAt !== row.startsAt || instants.endsAt !== row.endsAt;
    const values = { ...instants, ...signupTimesInZone({ ...row, ...instants }, zones) };
    if (Object.entries(values).every(([name, value]) => row[name as keyof typeof values] === value)) continue;
    await trx
      .updateTable('events')
      .set((set) => ({ ...values, updatedAt, ...(isMoved && { moves: set('moves', '+', 1) }) }))
      .where('id', '=', row.id)
      .execute();
    if (isMoved && !row.isAllDay) moved.push(row.id);
  }
  return moved;
}
