/** Counts calls in the database, per client address block and of everybody together, so that limits hold for every process. */
import { sql } from '#kysely';
import type { Db } from '#platform/db/db.ts';
import { TooMany } from '#platform/errors.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { sha256 } from '#platform/http/api.ts';
import { newsletterAnswers } from './newsletter.ts';

const hourMs = 3_600_000;

type Counted = { calls: number; secondsLeft: number };

/**
 * Counts one call of `purpose` from a client's network and refuses it beyond `perHour`. The hour starts with the first call.
 * @throws TooMany
 */
export async function countCall(
  db: Db,
  { purpose, address, perHour, now }: { purpose: string; address: string; perHour: number; now: Date },
): Promise<void> {
  const { calls, secondsLeft } = await count(db, `${purpose}:${sha256(addressBlock(address))}`, now);
  if (calls > perHour) throw new TooMany(newsletterAnswers.tooMany, secondsLeft);
}

/** The same for everybody together, for the caller to judge; this call is counted. */
export async function countAll(db: Db, purpose: string, now: Date): Promise<Counted> {
  return count(db, `${purpose}:all`, now);
}

/** What `countAll` has counted in this hour. */
export async function callsOfAll(db: Db, purpose: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('throttles')
    .select('failures')
    .where('key', '=', `${purpose}:all`)
    .where('blockedUntil', '>', now.toISOString())
    .executeTakeFirst();
  return row?.failures ?? 0;
}

async function count(db: Db, key: string, now: Date): Promise<Counted> {
  const at = now.toISOString();
  const until = new Date(now.getTime() + hourMs).toISOString();
  const tooFar = new Date(now.getTime() + 2 * hourMs).toISOString();
  // Or the hour was begun by a clock that was put back since.
  const isOver = sql`throttles.blocked_until <= ${at} or throttles.blocked_until > ${tooFar}`;
  // One statement: a hundred calls at once count as a hundred.
  const row = await db
    .insertInto('throttles')
    .values({
      key,
      failures: 1,
      lastFailureAt: at,
      blockedUntil: until,
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failures: sql`case when ${isOver} then 1 else throttles.failures + 1 end`,
        blockedUntil: sql`case when ${isOver} then ${until} else throttles.blocked_until end`,
        lastFailureAt: at,
      }),
    )
    .returning(['failures', 'blockedUntil'])
    .executeTakeFirstOrThrow();
  const seconds = Math.ceil((Date.parse(row.blockedUntil ?? until) - now.getTime()) / 1000);
  return { calls: row.failures, secondsLeft: Math.max(1, seconds) };
}
