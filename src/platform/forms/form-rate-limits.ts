/** Counts calls in the database, per client address blocks and of everyone together, so that limits hold for every process. */
import type { Db } from '#platform/db/db.ts';
import { TooMany } from '#platform/errors.ts';
import { addressBlocks } from '#platform/http/client-address.ts';
import {
  type HourlyCount,
  incrementHourlyCount,
  readHourlyCounts,
  rememberRefused,
  secondsRefused,
} from '#platform/rate-limit.ts';
import { sha256 } from '#platform/tokens.ts';

/** As many times as often as one address the blocks around it may call: a /24, a /56, a /48. */
const widerBlocksMore = 4;

type Call = { purpose: string; address: string; now: Date };
type UsedUp = { key: string; isWide: boolean; secondsLeft: number };

/**
 * Counts one call of `purpose` from a client's address blocks and refuses it beyond `perHour`. The hour starts with the first call.
 * @throws TooMany
 */
export async function limitCalls(db: Db, call: Call & { perHour: number }): Promise<void> {
  refuseUsedUp(db, await countCallsOfAddressBlocks(db, call), call.now);
}

/**
 * Returns the block that is used up, for the caller to judge; `isWide`: not the address itself. Then nothing is counted: one address
 * alone never uses up the blocks around it. What was refused before takes no statement.
 */
export async function countCallsOfAddressBlocks(
  db: Db,
  { perHour, ...call }: Call & { perHour: number },
): Promise<UsedUp | null> {
  const refused = findRefusedBlock(db, call);
  if (refused) return refused;
  const limits = blocksOf(call).map((block) => ({
    ...block,
    most: block.isWide ? widerBlocksMore * perHour : perHour,
  }));
  const keys = limits.map(({ key }) => key);
  const counts = await readHourlyCounts(db, keys, call.now);
  for (const { key, isWide, most } of limits) {
    const { count, secondsLeft } = counts.get(key) ?? { count: 0, secondsLeft: 0 };
    if (count >= most) return { key, isWide, secondsLeft };
  }
  for (const { key, isWide, most } of limits) {
    const { count, secondsLeft } = await incrementHourlyCount(db, key, call.now);
    // Others were counted in between.
    if (count > most) return { key, isWide, secondsLeft };
  }
  return null;
}

/** @throws TooMany */
export function refuseUsedUp(db: Db, block: UsedUp | null, now: Date): void {
  if (!block) return;
  rememberRefused(db, block.key, new Date(now.getTime() + block.secondsLeft * 1000));
  throw new TooMany('Too many requests from your network. Please try again later.', block.secondsLeft);
}

function findRefusedBlock(db: Db, call: Call): UsedUp | null {
  const blocks = blocksOf(call).map((block) => ({ ...block, secondsLeft: secondsRefused(db, block.key, call.now) }));
  return blocks.find(({ secondsLeft }) => secondsLeft > 0) ?? null;
}

function blocksOf({ purpose, address }: Call) {
  return addressBlocks(address).map((block, at) => ({ key: `${purpose}:${sha256(block)}`, isWide: at > 0 }));
}

/** Of everyone together, for the caller to judge; this call is counted. */
export function incrementCallsOfEveryone(db: Db, purpose: string, now: Date): Promise<HourlyCount> {
  return incrementHourlyCount(db, `${purpose}:all`, now);
}

/** What `incrementCallsOfEveryone` has counted in this hour. */
export async function readCallsOfEveryone(db: Db, purpose: string, now: Date): Promise<number> {
  const key = `${purpose}:all`;
  return (await readHourlyCounts(db, [key], now)).get(key)?.count ?? 0;
}
