/** A link to choose a new password, by email. Neither the answer nor its time tells whether an address is known. */
import { sql } from 'kysely';
import { type Db, transact } from '#platform/db/db.ts';
import { limitCalls } from '#platform/forms/form-rate-limits.ts';
import { enqueueEmail, noOne } from '#platform/mail/queue/enqueue-email.ts';
import { incrementHourlyCount, takeOneOfDay } from '#platform/rate-limit.ts';
import { sha256 } from '#platform/tokens.ts';
import type { AuditAction } from '#shared/audit-action.ts';
import { accountKey } from '../account.ts';

const callsPerHour = 10;
const linksPerHour = 3;
const linksPerDay = 5;

/**
 * After three requests an hour, or five links a day, an account gets no more, without a message: the earlier ones still work.
 * @throws TooMany for an address block with too many requests
 */
export async function requestPasswordReset(
  db: Db,
  { email, address }: { email: string; address: string },
  now: Date,
): Promise<void> {
  await limitCalls(db, { purpose: 'forgotten:block', address, perHour: callsPerHour, now });
  const emailKey = accountKey(email);
  await transact(db, async (trx) => {
    const { count } = await incrementHourlyCount(trx, `forgotten:account:${sha256(emailKey)}`, now);
    const person = await trx
      .selectFrom('administrators')
      .select('id')
      .where('emailKey', '=', emailKey)
      .where('isActive', '=', true)
      .executeTakeFirst();
    const isWanted = person !== undefined && count <= linksPerHour;
    const day = { most: linksPerDay, isWanted, now };
    const administratorId =
      (await takeOneOfDay(trx, `forgotten:day:${sha256(emailKey)}`, day)) && person ? person.id : noOne;
    await recordRequest(trx, administratorId, now);
    await enqueueEmail(trx, { kind: 'password-reset', to: { administratorId }, content: { administratorId } }, now);
  });
}

/** One statement for known and unknown addresses, so that both take the same time. */
async function recordRequest(trx: Db, administratorId: number, now: Date): Promise<void> {
  const values = { at: now.toISOString(), action: 'account.forgotten' satisfies AuditAction, detail: '{}' };
  const columns = ['at', 'action', 'detail'] as const;
  await trx
    .insertInto('audit')
    .columns(['administratorId', 'entityId', ...columns])
    .expression(
      trx
        .selectFrom('administrators')
        .select(['id', 'id as entityId', ...columns.map((name) => sql<string>`${values[name]}`.as(name))])
        .where('id', '=', administratorId),
    )
    .execute();
}
