/**
 * Decides whether old data may be erased. After a clock jump, or days without running, it waits three days, so that someone can
 * notice a wrong clock.
 */
import type { AppContext } from './context.ts';
import { transact } from './db/db.ts';

const dayMs = 86_400_000;
const waitMs = 3 * dayMs;

/** Also records that the site runs: call it more than once a day. */
export function recordClockAndMayErase({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>): Promise<boolean> {
  return transact(db, async (trx) => {
    const now = clock.now();
    const row = await trx.selectFrom('erasingClock').select(['seenAt', 'waitsUntil']).forUpdate().executeTakeFirst();
    const isJump = row !== undefined && Math.abs(now.getTime() - Date.parse(row.seenAt)) > dayMs;
    const waitsUntil = isJump ? new Date(now.getTime() + waitMs).toISOString() : (row?.waitsUntil ?? null);
    const noted = { seenAt: now.toISOString(), waitsUntil };
    await trx
      .insertInto('erasingClock')
      .values({ id: 1, ...noted })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(noted))
      .execute();
    if (isJump)
      log.warn(
        `The clock has jumped since ${row.seenAt}, when the site was last seen running: nothing old is erased before ${waitsUntil}.`,
      );
    return waitsUntil === null || waitsUntil <= noted.seenAt;
  });
}
