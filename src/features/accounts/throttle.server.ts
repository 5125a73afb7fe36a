/**
 * Slows down guessing, in the database, so that it holds for every process: after 5 failures an address waits
 * 1, 2, 4… minutes, at most an hour. An account under attack refuses only addresses that failed themselves, so that
 * its owner can always sign in from elsewhere: there is no lasting lock-out.
 */

import { type Db, transact } from '#platform/db/db.ts';
import { TooMany } from '#platform/errors.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { sha256 } from '#platform/http/api.ts';

const freeFailures = 5;
const longestMinutes = 60;
const forgottenAfterMs = 24 * 3_600_000;

type Attempt = { name: string; address: string; now: Date };

/**
 * Counts the attempt as a failure before the password is looked at, so that a hundred at once count as a hundred.
 * @throws TooMany
 */
export async function beginAttempt(db: Db, attempt: Attempt): Promise<void> {
  const refusedFor = await transact(db, async (trx) => {
    const [account, address, pair] = await lockCounts(trx, attempt);
    const wait = Math.max(secondsLeft(address, attempt.now), pair.failures > 0 ? secondsLeft(account, attempt.now) : 0);
    if (wait === 0) for (const count of [account, address, pair]) await addFailure(trx, count, attempt.now);
    return wait;
  });
  if (refusedFor > 0) throw new TooMany(`Too many attempts. Please try again in ${inMinutes(refusedFor)}.`, refusedFor);
}

/** A good password clears what was counted against this account and this address. */
export async function forgetAttempts(db: Db, attempt: Attempt): Promise<void> {
  await db
    .deleteFrom('throttles')
    .where('key', 'in', Object.values(keys(attempt)))
    .execute();
}

function keys({ name, address }: Attempt) {
  const block = addressBlock(address);
  return {
    address: `address:${sha256(block)}`,
    account: `account:${sha256(name)}`,
    pair: `pair:${sha256(`${block}\n${name}`)}`,
  };
}

type Count = { key: string; failures: number; blockedUntil: string | null };

/** Locks the three counts until the end of the transaction, always in the same order, so that none waits in a circle. */
async function lockCounts(db: Db, attempt: Attempt): Promise<[account: Count, address: Count, pair: Count]> {
  const { account, address, pair } = keys(attempt);
  return [
    await lockCount(db, account, attempt.now),
    await lockCount(db, address, attempt.now),
    await lockCount(db, pair, attempt.now),
  ];
}

async function lockCount(db: Db, key: string, now: Date): Promise<Count> {
  const row = await db
    .insertInto('throttles')
    .values({ key, failures: 0, blockedUntil: null, lastFailureAt: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returningAll()
    .executeTakeFirstOrThrow();
  const isForgotten = now.getTime() - Date.parse(row.lastFailureAt) > forgottenAfterMs;
  return isForgotten ? { key, failures: 0, blockedUntil: null } : row;
}

async function addFailure(db: Db, count: Count, now: Date): Promise<void> {
  const failures = count.failures + 1;
  const minutes = failures < freeFailures ? 0 : Math.min(2 ** (failures - freeFailures), longestMinutes);
  await db
    .updateTable('throttles')
    .set({
      failures,
      blockedUntil: minutes ? new Date(now.getTime() + minutes * 60_000).toISOString() : null,
      lastFailureAt: now.toISOString(),
    })
    .where('key', '=', count.key)
    .execute();
}

function secondsLeft(row: Count, now: Date): number {
  if (!row.blockedUntil) return 0;
  return Math.max(0, Math.ceil((Date.parse(row.blockedUntil) - now.getTime()) / 1000));
}

function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
