/** Counts calls in the database, per client address block and of everybody together, so that limits hold for every process. */
import { sql } from '#kysely';
import type { Db } from '#platform/db/db.ts';
import { TooMany } from '#platform/errors.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { sha256 } from '#platform/http/api.ts';
import { newsletterAnswers } from './newsletter.ts';

const hourMs = 3_600_000;

type Call = { purpose: string; perHour: number; now: Date };

/**
 * Counts one call of `purpose` from a client's network and refuses it beyond `perHour`. The hour starts with the first call.
 * @throws TooMany
 */
export async function countCall(db: Db, { address, ...call }: Call & { address: string }): Promise<void> {
  await count(db, `${call.purpose}:${sha256(addressBlock(address))}`, { ...call, message: newsletterAnswers.tooMany });
}

/**
 * The same for everybody together.
 * @throws TooMany
 */
export async function countAll(db: Db, call: Call): Promise<void> {
  await count(db, `${call.purpose}:all`, { ...call, message: newsletterAnswers.tooManyHere });
}

async function count(
  db: Db,
  key: string,
  { perHour, now, message }: Omit<Call, 'purpose'> & { message: string },
): Promise<void> {
  const at = now.toISOString();
  const until = new Date(now.getTime() + hourMs).toISOString();
  // One statement: a hundred calls at once count as a hundred.
  const row = await db
    .insertInto('throttles')
    .values({
      key,
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
  throw new TooMany(message, Math.max(1, seconds));
}
