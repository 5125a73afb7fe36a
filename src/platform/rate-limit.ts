/** Counts in the database, so that limits hold for every process. */
import { sql } from 'kysely';
import type { Db } from './db/db.ts';

const hourMs = 3_600_000;

export type HourlyCount = { count: number; secondsLeft: number };

/** The hour starts with the first. One statement: a hundred at once count as a hundred. */
export async function incrementHourlyCount(db: Db, key: string, now: Date): Promise<HourlyCount> {
  const at = now.toISOString();
  const until = new Date(now.getTime() + hourMs).toISOString();
  const tooFar = new Date(now.getTime() + 2 * hourMs).toISOString();
  // Or the hour was begun by a clock that was put back since.
  const isOver = sql`throttles.blocked_until <= ${at} or throttles.blocked_until > ${tooFar}`;
  const { failures, blockedUntil } = await db
    .insertInto('throttles')
    .values({ key, failures: 1, lastFailureAt: at, blockedUntil: until })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failures: sql`case when ${isOver} then 1 else throttles.failures + 1 end`,
        blockedUntil: sql`case when ${isOver} then ${until} else throttles.blocked_until end`,
        lastFailureAt: at,
      }),
    )
    .returning(['failures', 'blockedUntil'])
    .executeTakeFirstOrThrow();
  const leftMs = Date.parse(blockedUntil ?? until) - now.getTime();
  return { count: failures, secondsLeft: Math.max(1, Math.ceil(leftMs / 1000)) };
}

/**
 * Claims the key until then: true for one caller, false for all others. A claim that is too long comes from a clock that was put
 * back.
 */
export async function claimUntil(db: Db, key: string, until: Date, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const blockedUntil = until.toISOString();
  const tooFar = new Date(2 * until.getTime() - now.getTime()).toISOString();
  const claimed = await db
    .insertInto('throttles')
    .values({ key, failures: 1, lastFailureAt: at, blockedUntil })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ lastFailureAt: at, blockedUntil })
        .where((eb) => eb.or([eb('throttles.blockedUntil', '<=', at), eb('throttles.blockedUntil', '>', tooFar)])),
    )
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}
