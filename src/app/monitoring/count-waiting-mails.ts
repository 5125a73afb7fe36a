/** Counts waiting mails for monitoring. There are too many finished mails; the newsletter's reports count those. */
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

const waiting = { queued: 0, sending: 0, retry: 0, unknown: 0 };

export type WaitingMails = typeof waiting;

export async function countWaitingMails(db: Db, which: 'newsletters' | 'others'): Promise<WaitingMails> {
  const counts = { ...waiting };
  const states = sql.join(Object.keys(waiting));
  const { rows } = await sql<{ state: keyof WaitingMails; count: number }>`
    SELECT state, count(*) AS count FROM mails
    WHERE issue_id IS ${which === 'newsletters' ? sql`NOT NULL` : sql`NULL`} AND state IN (${states})
    GROUP BY state`.execute(db);
  for (const { state, count } of rows) counts[state] = Number(count);
  return counts;
}
