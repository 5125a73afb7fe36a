/** Computes the instants of all events anew when the site's time zone changes: the wall time stays as typed (C1). */
import type { Db } from '#platform/db/db.ts';
import { wallTimeToInstant } from '#shared/dates.ts';

/** Also in the bin. What an administrator typed has not changed, so neither does `version`. */
export async function recomputeStartTimes(trx: Db, timeZone: string): Promise<void> {
  const rows = await trx.selectFrom('events').select(['id', 'eventDate', 'startsAt']).orderBy('id').execute();
  for (const { id, eventDate, startsAt } of rows) {
    const instant = wallTimeToInstant(eventDate, timeZone);
    if (instant !== startsAt) await trx.updateTable('events').set({ startsAt: instant }).where('id', '=', id).execute();
  }
}
