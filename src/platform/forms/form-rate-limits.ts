/** Counts calls in the database, per client address block and of everyone together, so that limits hold for every process. */
import type { Db } from '#platform/db/db.ts';
import { TooMany } from '#platform/errors.ts';
import { addressBlock } from '#platform/http/client-address.ts';
import { type HourlyCount, incrementHourlyCount } from '#platform/rate-limit.ts';
import { sha256 } from '#platform/tokens.ts';

const tooMany = 'Too many requests from your network. Please try again later.';

/**
 * Counts one call of `purpose` from a client's address block and refuses it beyond `perHour`. The hour starts with the first call.
 * @throws TooMany
 */
export async function limitCalls(
  db: Db,
  { perHour, ...call }: { purpose: string; address: string; perHour: number; now: Date },
): Promise<void> {
  const { count, secondsLeft } = await incrementCallsOfAddressBlock(db, call);
  if (count > perHour) throw new TooMany(tooMany, secondsLeft);
}

/** The same, for the caller to judge. */
export function incrementCallsOfAddressBlock(
  db: Db,
  { purpose, address, now }: { purpose: string; address: string; now: Date },
): Promise<HourlyCount> {
  return incrementHourlyCount(db, `${purpose}:${sha256(addressBlock(address))}`, now);
}

/** The same for everyone together, for the caller to judge; this call is counted. */
export function incrementCallsOfEveryone(db: Db, purpose: string, now: Date): Promise<HourlyCount> {
  return incrementHourlyCount(db, `${purpose}:all`, now);
}

/** What `incrementCallsOfEveryone` has counted in this hour. */
export async function readCallsOfEveryone(db: Db, purpose: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom('throttles')
    .select('failures')
    .where('key', '=', `${purpose}:all`)
    .where('blockedUntil', '>', now.toISOString())
    .executeTakeFirst();
  return row?.failures ?? 0;
}
