/**
 * Slows down guessing, in the database, so that it holds for every process: after 5 failures an address waits
 * 1, 2, 4… minutes, at most an hour. An account under attack refuses only addresses that failed themselves, so that
 * its owner can always sign in from elsewhere: there is no lasting lock-out.
 */

import { type Db, transact } from '#platform/db/db.ts';
import { TooMany } from '#platform/errors.ts';
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
    const address = await find(trx, keys(attempt).address, attempt.now);
    const account = await find(trx, keys(attempt).account, attempt.now);
    const failedHere = (await find(trx, keys(attempt).pair, attempt.now)) !== null;
    const waits = [secondsLeft(address, attempt.now), failedHere ? secondsLeft(account, attempt.now) : 0];
    const wait = Math.max(...waits);
    if (wait === 0) for (const key of Object.values(keys(attempt))) await addFailure(trx, key, attempt.now);
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
  return {
    address: `address:${sha256(address)}`,
    account: `account:${sha256(name)}`,
    pair: `pair:${sha256(`${address}\n${name}`)}`,
  };
}

type Throttle = { failures: number; blockedUntil: string | null };

async function find(db: Db, key: string, now: Date): Promise<Throttle | null> {
  const row = await db.selectFrom('throttles').selectAll().where('key', '=', key).executeTakeFirst();
  if (!row || now.getTime() - Date.parse(row.lastFailureAt) > forgottenAfterMs) return null;
  return row;
}

async function addFailure(db: Db, key: string, now: Date): Promise<void> {
  const failures = ((await find(db, key, now))?.failures ?? 0) + 1;
  const minutes = failures < freeFailures ? 0 : Math.min(2 ** (failures - freeFailures), longestMinutes);
  const blockedUntil = minutes ? new Date(now.getTime() + minutes * 60_000).toISOString() : null;
  const values = { failures, blockedUntil, lastFailureAt: now.toISOString() };
  await db
    .insertInto('throttles')
    .values({ key, ...values })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute();
}

function secondsLeft(row: Throttle | null, now: Date): number {
  if (!row?.blockedUntil) return 0;
  return Math.max(0, Math.ceil((Date.parse(row.blockedUntil) - now.getTime()) / 1000));
}

function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
