/**
 * Whether what is old may be removed for good. A clock that has jumped looks like a site that was switched off: after either,
 * the site first has to run for three days on the new time, so that somebody can notice a wrong clock.
 */
import type { AppContext } from './context.ts';
import { type Db, isPostgres, transact } from './db/db.ts';

export type Retention = {
  /** Also notes that the site runs: to be asked more often than once a day. */
  isDue: () => Promise<boolean>;
};

const dayMs = 86_400_000;
const largestGapMs = dayMs;
const waitMs = 3 * dayMs;

/** `elapsed`: milliseconds of a clock that nobody sets. */
export function createRetention(
  { db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>,
  elapsed: () => number = () => performance.now(),
): Retention {
  let looked: number | null = null;
  let looking: Promise<boolean> | null = null;

  async function look(): Promise<boolean> {
    const at = elapsed();
    const isFirst = looked === null;
    const ranMs = at - (looked ?? at);
    const { waitMs: left, seenAt, isJump } = await noteTime(db, clock.now(), ranMs);
    looked = at;
    if (isJump || (isFirst && left > 0))
      log.warn(
        `The clock does not go on from ${seenAt}, when the site was last seen running: nothing old is removed for good until it has run on this time for ${Math.ceil(left / 3_600_000)} hours.`,
      );
    return left === 0;
  }

  return {
    isDue: () => (looking ??= look().finally(() => (looking = null))),
  };
}

/** `ranMs`: for how long this process surely ran since it last noted the time. */
async function noteTime(db: Db, now: Date, ranMs: number) {
  return transact(db, async (trx) => {
    const row = await trx
      .selectFrom('retentionClock')
      .select(['seenAt', 'waitMs'])
      .$if(isPostgres(trx), (rows) => rows.forUpdate())
      .executeTakeFirst();
    const passedMs = row ? now.getTime() - Date.parse(row.seenAt) : 0;
    const isJump = Math.abs(passedMs - ranMs) > largestGapMs;
    // Of several processes each counts only what has passed since another one looked.
    const steadyMs = Math.max(0, Math.min(ranMs, passedMs));
    const noted = {
      seenAt: now.toISOString(),
      waitMs: isJump ? waitMs : Math.max(0, Math.floor((row?.waitMs ?? 0) - steadyMs)),
    };
    await trx
      .insertInto('retentionClock')
      .values({ id: 1, ...noted })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(noted))
      .execute();
    return { waitMs: noted.waitMs, seenAt: row?.seenAt ?? noted.seenAt, isJump };
  });
}
