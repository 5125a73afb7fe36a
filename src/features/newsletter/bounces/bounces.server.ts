/** What a refusal says about an address, and when the newsletter stops writing to it. */
import { suppressOrAsk } from '#features/newsletter/subscribers/suppressions.server.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';

export type Bounce = {
  subscriberId: number;
  kind: 'hard' | 'soft';
  source: 'smtp' | 'mailbox' | 'webhook';
  messageId: string | null;
  answer: string;
};

const softLimit = 3;
const softDays = 30;
const dayMs = 86_400_000;

/**
 * Writes the bounce down and suppresses the address after one hard bounce, or the third soft one within 30 days, as far as
 * the newsletter may by itself. Must run in a transaction. The same mail bounces once; one that was put off may still be refused for good.
 */
export async function recordBounce(trx: Db, bounce: Bounce, now: Date): Promise<void> {
  const { subscriberId, kind, messageId, answer } = bounce;
  if (messageId && (await isKnown(trx, { subscriberId, kind, messageId }))) return;
  const at = now.toISOString();
  const { id } = await trx
    .insertInto('bounces')
    .values({ ...bounce, at, answer: answer.slice(0, 500) })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (kind === 'soft' && (await countSoft(trx, subscriberId, now)) < softLimit) return;
  const because = kind === 'hard' ? 'There is no such mailbox' : `${softLimit} mails bounced within ${softDays} days`;
  if (await suppressOrAsk(trx, { subscriberId, because: `${because}: ${answer}`, now }))
    await trx.updateTable('bounces').set({ isSuppressing: true }).where('id', '=', id).execute();
}

async function isKnown(
  trx: Db,
  { subscriberId, kind, messageId }: Pick<Bounce, 'subscriberId' | 'kind'> & { messageId: string },
): Promise<boolean> {
  const found = await trx
    .selectFrom('bounces')
    .select('id')
    .where('subscriberId', '=', subscriberId)
    .where('messageId', '=', messageId)
    .where('kind', 'in', kind === 'hard' ? ['hard'] : ['hard', 'soft'])
    .executeTakeFirst();
  return found !== undefined;
}

async function countSoft(trx: Db, subscriberId: number, now: Date): Promise<number> {
  const since = new Date(now.getTime() - softDays * dayMs).toISOString();
  const bounces = trx.selectFrom('bounces').where('subscriberId', '=', subscriberId);
  return countRows(bounces.where('kind', '=', 'soft').where('at', '>', since));
}
