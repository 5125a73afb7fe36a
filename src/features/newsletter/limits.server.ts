/** Counts calls per client address block in the database, so that the limit holds for every process of the site. */
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import { TooMany } from '#platform/errors.ts';
import { addressBlock } from '#platform/http/address-block.ts';
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
