/** A link to choose a new password, by email. Neither the answer nor its time tells whether an address is known. */
import { sql } from 'kysely';
import { type Db, transact } from '#platform/db/db.ts';
import { addressBlocks } from '#platform/http/client-address.ts';
import { enqueueEmail, noOne } from '#platform/mail/queue/enqueue-email.ts';
import { incrementHourlyCount, limitHourly } from '#platform/rate-limit.ts';
import { sha256 } from '#platform/tokens.ts';
import type { AuditAction } from '#shared/audit-action.ts';
import { accountKey } from '../account.ts';

const linksPerHour = { block: 10, widerBlock: 40, account: 3 } as const;
const tooMany = 'Too many attempts. Please try again later.';

/**
 * After three requests an hour an account gets no more links, without a message: the earlier ones still work.
 * @throws TooMany for an address block with too many requests
 */
export async function requestPasswordReset(
  db: Db,
  { email, address }: { email: string; address: string },
  now: Date,
): Promise<void> {
  const blocks = addressBlocks(address);
  // The widest first: when it is used up, the others get no rows.
  for (const block of blocks.toReversed()) {
    const most = block === blocks[0] ? linksPerHour.block : linksPerHour.widerBlock;
    await limitHourly(db, { key: `forgotten:block:${sha256(block)}`, most, message: tooMany }, now);
  }
  const emailKey = accountKey(email);
  await transact(db, async (trx) => {
    const { count } = await incrementHourlyCount(trx, `forgotten:account:${sha256(emailKey)}`, now);
    const person = await trx
      .selectFrom('administrators')
      .select('id')
      .where('emailKey', '=', emailKey)
      .where('isActive', '=', true)
      .executeTakeFirst();
    const administratorId = person && count <= linksPerHour.account ? person.id : noOne;
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
