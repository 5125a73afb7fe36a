/**
 * Throttles guessing, in the database, so that it holds for every process. After 5 failures an address waits 1, 2, 4…
 * minutes, at most an hour. Wider address blocks may fail more often. An account under attack refuses only addresses that failed three
 * times themselves within the hour: no one is locked out for long. Known browsers and sessions are counted by themselves.
 */
import { type Db, transact } from '#platform/db/db.ts';
import { TooMany } from '#platform/errors.ts';
import { addressBlocks } from '#platform/http/client-address.ts';
import { forgetRefused, rememberRefused, secondsRefused } from '#platform/rate-limit.ts';
import { sha256 } from '#platform/tokens.ts';

const freeFailures = 5;
/** From then on the failures of others at the same account count for an address, too. */
const ownFailuresThatBind = 3;
/** By the number of blocks: an IPv4 address and its /24, or a /64, a /56 and a /48 of IPv6. */
const freeFailuresOfBlocks = { 1: [freeFailures], 2: [freeFailures, 40], 3: [freeFailures, 20, 40] };
/** Many people share a wide block: failures expire one by one, so that a single person never makes everyone wait. */
const wideForgetsEveryMs = 3 * 60_000;
const longestMinutes = 60;
const expiresAfterMs = 24 * 3_600_000;
/** An owner who mistypes three times at a new address waits no longer than this, even while strangers keep guessing. */
const pairExpiresAfterMs = longestMinutes * 60_000;

export type Attempt = {
  name: string;
  address: string;
  /** Of a known browser or a session: counts instead of name and address. */
  ownKey?: string | null;
  now: Date;
};

/** Only reads, and nothing where this process has refused the address block before. @throws TooMany */
export async function refuseThrottled(db: Db, attempt: Attempt): Promise<void> {
  const limits = limitsOf(attempt);
  refuseFor(Math.max(...limits.map(({ key }) => secondsRefused(db, key, attempt.now))));
  const keys = limits.map(({ key }) => key);
  const rows = await db.selectFrom('throttles').selectAll().where('key', 'in', keys).execute();
  const rowOf = new Map(rows.map((row) => [row.key, row]));
  const counts = limits.map((limit) => countStillValid(limit, rowOf.get(limit.key), attempt.now));
  for (const count of counts)
    if (refusesEveryone(count) && secondsLeft(count, attempt.now) > 0)
      rememberRefused(db, count.key, new Date(count.blockedUntil ?? 0));
  refuseWaiting(counts, attempt.now);
}

/**
 * Counts the attempt as a failure before the password is verified, so that a hundred at once count as a hundred. A refused attempt
 * writes nothing.
 * @throws TooMany
 */
export async function countAttemptOrRefuse(db: Db, attempt: Attempt): Promise<void> {
  await transact(db, async (trx) => {
    const counts: Count[] = [];
    // In one order, so that no two transactions deadlock.
    for (const limit of limitsOf(attempt)) counts.push(await lockCount(trx, limit, attempt.now));
    refuseWaiting(counts, attempt.now);
    for (const count of counts) await addFailure(trx, count, attempt.now);
  });
}

/** After the right password. */
export async function forgetAttempts(db: Db, attempt: Attempt): Promise<void> {
  for (const { key } of limitsOf(attempt)) {
    await db.deleteFrom('throttles').where('key', '=', key).execute();
    forgetRefused(db, key);
  }
}

type Kind = 'block' | 'account' | 'pair' | 'own';
type Limit = { kind: Kind; key: string; free: number; isWide?: boolean };
type Count = Limit & { failures: number; blockedUntil: string | null };

/** Sorted by key. */
function limitsOf({ name, address, ownKey }: Attempt): Limit[] {
  if (ownKey) return [{ kind: 'own', key: ownKey, free: freeFailures }];
  const blocks = addressBlocks(address);
  const free = freeFailuresOfBlocks[blocks.length as 1 | 2 | 3];
  const limits: Limit[] = [
    { kind: 'account', key: `account:${sha256(name)}`, free: freeFailures },
    { kind: 'pair', key: `pair:${sha256(`${blocks[0]}\n${name}`)}`, free: freeFailures },
    ...blocks.map((block, at): Limit => {
      return { kind: 'block', key: `address:${sha256(block)}`, free: free[at] ?? freeFailures, isWide: at > 0 };
    }),
  ];
  return limits.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** The row stays locked until the transaction ends. */
async function lockCount(db: Db, limit: Limit, now: Date): Promise<Count> {
  const { key } = limit;
  const row = await db
    .insertInto('throttles')
    .values({ key, failures: 0, blockedUntil: null, lastFailureAt: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return countStillValid(limit, row, now);
}

type Row = { failures: number; blockedUntil: string | null; lastFailureAt: string };

function countStillValid(limit: Limit, row: Row | undefined, now: Date): Count {
  const agoMs = row ? now.getTime() - Date.parse(row.lastFailureAt) : 0;
  const isExpired = agoMs >= (limit.kind === 'pair' ? pairExpiresAfterMs : expiresAfterMs);
  // The clock was set back after the count: the block would last as long as the clock was ahead.
  const wasAhead = row?.blockedUntil && Date.parse(row.blockedUntil) > now.getTime() + 2 * longestMinutes * 60_000;
  if (!row || isExpired || wasAhead) return { ...limit, failures: 0, blockedUntil: null };
  const expired = limit.isWide ? Math.floor(Math.max(0, agoMs) / wideForgetsEveryMs) : 0;
  return { ...limit, failures: Math.max(0, row.failures - expired), blockedUntil: row.blockedUntil };
}

function refuseWaiting(counts: Count[], now: Date): void {
  const isBound = counts.some(({ kind, failures }) => kind === 'pair' && failures >= ownFailuresThatBind);
  const waits = counts
    .filter((count) => refusesEveryone(count) || (count.kind === 'account' && isBound))
    .map((count) => secondsLeft(count, now));
  refuseFor(Math.max(...waits));
}

function refusesEveryone({ kind }: Count): boolean {
  return kind === 'block' || kind === 'own';
}

function refuseFor(wait: number): void {
  if (wait > 0) throw new TooMany(`Too many attempts. Please try again in ${inMinutes(wait)}.`, wait);
}

async function addFailure(db: Db, count: Count, now: Date): Promise<void> {
  const failures = count.failures + 1;
  const minutes = failures < count.free ? 0 : Math.min(2 ** (failures - count.free), longestMinutes);
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
