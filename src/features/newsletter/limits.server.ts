/** Counts calls per client address block in the database, so that the limit holds for every process of the site. */
import { isIPv4 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import { TooMany } from '#platform/errors.ts';
import { sha256 } from '#platform/http/api.ts';
import { newsletterAnswers } from './newsletter.ts';

const hourMs = 3_600_000;

/**
 * Counts one call of `purpose` and refuses it beyond `perHour`. The hour starts with the first call.
 * @throws TooMany
 */
export async function countCall(
  db: Db,
  { purpose, address, perHour, now }: { purpose: string; address: string; perHour: number; now: Date },
): Promise<void> {
  const at = now.toISOString();
  const until = new Date(now.getTime() + hourMs).toISOString();
  // One statement: a hundred calls at once count as a hundred.
  const row = await db
    .insertInto('throttles')
    .values({
      key: `${purpose}:${sha256(addressBlock(address))}`,
      failures: 1,
      lastFailureAt: at,
      blockedUntil: until,
    })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failures: sql`case when throttles.blocked_until <= ${at} then 1 else throttles.failures + 1 end`,
        blockedUntil: sql`case when throttles.blocked_until <= ${at} then ${until} else throttles.blocked_until end`,
        lastFailureAt: at,
      }),
    )
    .returning(['failures', 'blockedUntil'])
    .executeTakeFirstOrThrow();
  if (row.failures <= perHour) return;
  const seconds = Math.ceil((Date.parse(row.blockedUntil ?? until) - now.getTime()) / 1000);
  throw new TooMany(newsletterAnswers.tooMany, Math.max(1, seconds));
}

/** One household or office: an IPv4 address, or the /64 of an IPv6 address. */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (isIPv4(address) || !address.includes(':')) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const middle = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...middle, ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
