/** Counts calls per client address blocks in the database, so that limits hold for every process. */
import type { Db } from '#platform/db/db.ts';
import { TooMany } from '#platform/errors.ts';
import { addressBlocks } from '#platform/http/client-address.ts';
import { incrementHourlyCount, readHourlyCounts, rememberRefused, secondsRefused } from '#platform/rate-limit.ts';
import { sha256 } from '#platform/tokens.ts';
import { pluralise } from '#shared/text.ts';

/** As many times as often as one address the blocks around it may call: a /24, a /56, a /48. */
const widerBlocksMore = 4;

type Call = { purpose: string; address: string; perHour: number; now: Date };
type UsedUp = { key: string; isWide: boolean; secondsLeft: number };

/**
 * Counts one call of `purpose` from a client's address blocks and refuses it beyond `perHour`. The hour starts with the first call.
 * @throws TooMany
 */
export async function limitCalls(db: Db, call: Call): Promise<void> {
  refuseUsedUp(db, await countCallsOfAddressBlocks(db, call), call.now);
}

/**
 * Returns the block that is used up, for the caller to judge; `isWide`: not the address itself. Then nothing is counted: one address
 * alone never uses up the blocks around it. What was refused before takes no statement.
 */
export async function countCallsOfAddressBlocks(
  db: Db,
  { purpose, address, perHour, now }: Call,
): Promise<UsedUp | null> {
  const limits = addressBlocks(address).map((block, at) => ({
    key: `${purpose}:${sha256(block)}`,
    isWide: at > 0,
    most: at > 0 ? widerBlocksMore * perHour : perHour,
  }));
  for (const { key, isWide } of limits) {
    const secondsLeft = secondsRefused(db, key, now);
    if (secondsLeft > 0) return { key, isWide, secondsLeft };
  }
  const keys = limits.map(({ key }) => key);
  const counts = await readHourlyCounts(db, keys, now);
  for (const { key, isWide, most } of limits) {
    const { count, secondsLeft } = counts.get(key) ?? { count: 0, secondsLeft: 0 };
    if (count >= most) return { key, isWide, secondsLeft };
  }
  for (const { key, isWide, most } of limits) {
    const { count, secondsLeft } = await incrementHourlyCount(db, key, now);
    // Others were counted in between.
    if (count > most) return { key, isWide, secondsLeft };
  }
  return null;
}

/** @throws TooMany */
export function refuseUsedUp(db: Db, block: UsedUp | null, now: Date): void {
  if (!block) return;
  rememberRefused(db, block.key, new Date(now.getTime() + block.secondsLeft * 1000));
  const when = pluralise(Math.max(1, Math.ceil(block.secondsLeft / 60)), 'minute');
  throw new TooMany(`Too many requests from your network. Please try again in ${when}.`, block.secondsLeft);
}
