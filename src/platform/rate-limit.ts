/**
 * Counts in the database, so that limits hold for every process. What is over its limit each process remembers, so that refusing it
 * again takes no statement.
 */
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from './db/db.ts';
import { TooMany } from './errors.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export type HourlyCount = { count: number; secondsLeft: number };

/** The hour starts with the first. */
export async function incrementHourlyCount(db: Db, key: string, now: Date): Promise<HourlyCount> {
  const row = await addToCount(db, key, { added: 1, most: null, windowMs: hourMs, now });
  return { count: row?.failures ?? 1, secondsLeft: secondsUntil(row?.blockedUntil ?? now.toISOString(), now) };
}

/** Of those whose hour has begun. */
export async function readHourlyCounts(db: Db, keys: string[], now: Date): Promise<Map<string, HourlyCount>> {
  const rows = await db
    .selectFrom('throttles')
    .select(['key', 'failures', 'blockedUntil'])
    .where('key', 'in', keys)
    .where(sql<boolean>`not ${isOverSql(now, hourMs)}`)
    .execute();
  return new Map(
    rows.map(({ key, failures, blockedUntil }) => [
      key,
      { count: failures, secondsLeft: secondsUntil(blockedUntil ?? now.toISOString(), now) },
    ]),
  );
}

function secondsUntil(instant: string, now: Date): number {
  return Math.max(1, Math.ceil((Date.parse(instant) - now.getTime()) / 1000));
}

/**
 * Takes one of `most` a day, or none unless it `isWanted`, by the same statement. The day starts with the first. Returns whether it
 * was taken.
 */
export async function takeOneOfDay(
  db: Db,
  key: string,
  { most, isWanted, now }: { most: number; isWanted: boolean; now: Date },
): Promise<boolean> {
  const row = await addToCount(db, key, { added: isWanted ? 1 : 0, most, windowMs: dayMs, now });
  return isWanted && row !== undefined;
}

type Addition = { added: number; most: number | null; windowMs: number; now: Date };

/** One statement: a hundred at once count as a hundred. Undefined where there are `most` already. */
async function addToCount(db: Db, key: string, { added, most, windowMs, now }: Addition) {
  const at = now.toISOString();
  const until = new Date(now.getTime() + windowMs).toISOString();
  const isOver = isOverSql(now, windowMs);
  return db
    .insertInto('throttles')
    .values({ key, failures: added, lastFailureAt: at, blockedUntil: until })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          failures: sql`case when ${isOver} then 0 else throttles.failures end + ${added}`,
          blockedUntil: sql`case when ${isOver} then ${until} else throttles.blocked_until end`,
          lastFailureAt: at,
        })
        .where(most === null ? sql<boolean>`true` : sql<boolean>`(${isOver} or throttles.failures < ${most})`),
    )
    .returning(['failures', 'blockedUntil'])
    .executeTakeFirst();
}

/** What was taken and not needed. */
export async function returnToDay(db: Db, key: string, count: number): Promise<void> {
  const failures = sql<number>`case when failures > ${count} then failures - ${count} else 0 end`;
  await db.updateTable('throttles').set({ failures }).where('key', '=', key).execute();
}

/** Or it was begun by a clock that was put back since. */
function isOverSql(now: Date, windowMs: number) {
  const tooFar = new Date(now.getTime() + 2 * windowMs).toISOString();
  return sql`(throttles.blocked_until <= ${now.toISOString()} or throttles.blocked_until > ${tooFar})`;
}

type Limit = { key: string; most: number; message: string };

/** Counts one more of at most so many in an hour. @throws TooMany */
export async function limitHourly(db: Db, { key, most, message }: Limit, now: Date): Promise<void> {
  const secondsRemembered = secondsRefused(db, key, now);
  if (secondsRemembered > 0) throw new TooMany(message, secondsRemembered);
  const { count, secondsLeft } = await incrementHourlyCount(db, key, now);
  if (count <= most) return;
  rememberRefused(db, key, new Date(now.getTime() + secondsLeft * 1000));
  throw new TooMany(message, secondsLeft);
}

/** Until when each key is refused, in milliseconds. */
const refusedUntil = new WeakMap<Db, LRUCache<string, number>>();
const mostRemembered = 10_000;

export function rememberRefused(db: Db, key: string, until: Date): void {
  const keys = refusedUntil.get(db) ?? new LRUCache<string, number>({ max: mostRemembered });
  refusedUntil.set(db, keys.set(key, until.getTime()));
}

export function forgetRefused(db: Db, key: string): void {
  refusedUntil.get(db)?.delete(key);
}

/** How long the key is still refused; zero also when the clock was put back since. */
export function secondsRefused(db: Db, key: string, now: Date): number {
  const leftMs = (refusedUntil.get(db)?.get(key) ?? 0) - now.getTime();
  return leftMs > 0 && leftMs <= 2 * hourMs ? Math.ceil(leftMs / 1000) : 0;
}

/**
 * Claims the key until then: true for one caller, false for all others. A claim that is too long comes from a clock that was put
 * back.
 */
export async function claimUntil(db: Db, key: string, until: Date, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const blockedUntil = until.toISOString();
  const tooFar = new Date(2 * until.getTime() - now.getTime()).toISOString();
  const claimed = await db
    .insertInto('throttles')
    .values({ key, failures: 1, lastFailureAt: at, blockedUntil })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ lastFailureAt: at, blockedUntil })
        .where((eb) => eb.or([eb('throttles.blockedUntil', '<=', at), eb('throttles.blockedUntil', '>', tooFar)])),
    )
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}
