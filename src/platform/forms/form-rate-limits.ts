/** Counts calls in the database, per client address block and of everyone together, so that limits hold for every process. */
import type { Db } from '#platform/db/db.ts';
import { addressBlock } from '#platform/http/client-address.ts';
import { type HourlyCount, incrementHourlyCount, limitHourly, refuseRemembered } from '#platform/rate-limit.ts';
import { sha256 } from '#platform/tokens.ts';

const tooMany = 'Too many requests from your network. Please try again later.';

type Call = { purpose: string; address: string; now: Date };

/**
 * Counts one call of `purpose` from a client's address block and refuses it beyond `perHour`. The hour starts with the first call.
 * @throws TooMany
 */
export function limitCalls(db: Db, { perHour, ...call }: Call & { perHour: number }): Promise<void> {
  return limitHourly(db, { key: keyOf(call), most: perHour, message: tooMany }, call.now);
}

/** Refuses without a statement what `limitCalls` has refused before. @throws TooMany */
export function refuseCallRefusedBefore(db: Db, call: Call): void {
  refuseRemembered(db, { key: keyOf(call), message: tooMany }, call.now);
}

/** Counts as `limitCalls` does, for the caller to judge. */
export function incrementCallsOfAddressBlock(db: Db, call: Call): Promise<HourlyCount> {
  return incrementHourlyCount(db, keyOf(call), call.now);
}

function keyOf({ purpose, address }: Call): string {
  return `${purpose}:${sha256(addressBlock(address))}`;
}

/** The same of everyone together, for the caller to judge; this call is counted. */
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
