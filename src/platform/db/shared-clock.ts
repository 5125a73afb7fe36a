/** One clock for all workers on the same PostgreSQL: the machines' clocks may differ or jump, and leases must not. */
import { sql } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import { type Db, isPostgres } from './db.ts';

export type SharedClock = Clock & {
  /** Reads the database's time. Call it every second, and before judging others' times. */
  follow(): Promise<void>;
  /** Asks only if this machine's clock has jumped; call it before storing a time. */
  correct(): Promise<void>;
};

const jumpMs = 1_000;

/** Null on SQLite, which has no time of its own. */
export async function readDatabaseTime(db: Db): Promise<Date | null> {
  if (!isPostgres(db)) return null;
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db);
  return new Date(rows[0]?.now ?? '');
}

/** On SQLite, which only one machine uses, it is the machine's clock. */
export async function createSharedClock(db: Db, own: Clock): Promise<SharedClock> {
  if (!isPostgres(db)) return { now: () => own.now(), follow: async () => {}, correct: async () => {} };
  let known = { time: own.now().getTime(), own: own.now().getTime(), elapsed: performance.now() };

  function now(): Date {
    // A clock that is put back must not end leases; after sleep only the machine's clock has moved on.
    const passed = Math.max(own.now().getTime() - known.own, performance.now() - known.elapsed);
    return new Date(known.time + passed);
  }

  async function follow(): Promise<void> {
    const asked = performance.now();
    const answer = await readDatabaseTime(db);
    const elapsed = performance.now();
    const uncertain = (elapsed - asked) / 2;
    const time = (answer?.getTime() ?? Number.NaN) + uncertain;
    if (Math.abs(time - now().getTime()) > uncertain) known = { time, own: own.now().getTime(), elapsed };
  }

  async function correct(): Promise<void> {
    const byClock = own.now().getTime() - known.own;
    if (Math.abs(byClock - (performance.now() - known.elapsed)) > jumpMs) await follow();
  }

  await follow();
  return { now, follow, correct };
}
