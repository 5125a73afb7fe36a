/** How many mails wait and why, for whoever watches the site. Those that have ended are many, and in the newsletter's reports. */
import type { Db } from '#platform/db/db.ts';

const waiting = { queued: 0, sending: 0, retry: 0, unknown: 0 };

export type MailsByState = typeof waiting;

export async function mailsByState(db: Db, queue: 'deliveries' | 'letters'): Promise<MailsByState> {
  const counts = { ...waiting };
  const rows = await db
    // Both tables have the column; the query is written for the first.
    .selectFrom(queue as 'deliveries')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .where('state', 'in', Object.keys(waiting) as (keyof MailsByState)[])
    .groupBy('state')
    .execute();
  for (const { state, count } of rows) counts[state as keyof MailsByState] = Number(count);
  return counts;
}
