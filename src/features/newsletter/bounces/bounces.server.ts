/** What a refusal means for an address, and when the newsletter stops writing to it. */
import { suppressOrAskAdministrator } from '#features/newsletter/subscribers/suppressions.server.ts';
import { countRows } from '#platform/db/count-rows.ts';
import type { Db } from '#platform/db/db.ts';

export type Bounce = {
  subscriberId: number;
  kind: 'hard' | 'soft' | 'complaint';
  source: 'smtp' | 'mailbox' | 'webhook';
  messageId: string | null;
  answer: string;
};

const softLimit = 3;
const softDays = 30;
const dayMs = 86_400_000;

/**
 * Records the bounce. Suppresses the address after one hard bounce or three soft ones in 30 days, up to the share of addresses that
 * the site may suppress without asking. Must run in a transaction.
 */
export async function recordBounce(trx: Db, bounce: Bounce, now: Date): Promise<void> {
  const { subscriberId, kind, answer } = bounce;
  const id = await addBounceOnce(trx, bounce, now);
  if (id === null) return;
  if (kind === 'soft' && (await countSoft(trx, subscriberId, now)) < softLimit) return;
  const because = kind === 'hard' ? 'There is no such mailbox' : `${softLimit} emails bounced within ${softDays} days`;
  if (await suppressOrAskAdministrator(trx, { subscriberId, because: `${because}: ${answer}`, now }))
    await trx.updateTable('bounces').set({ isSuppressing: true }).where('id', '=', id).execute();
}

/** Records a report once per mail, though a deferred mail may still be refused permanently. Null if it is already known. */
export async function addBounceOnce(trx: Db, bounce: Bounce, now: Date): Promise<number | null> {
  const { subscriberId, kind, messageId, answer } = bounce;
  const known = trx
    .selectFrom('bounces')
    .select('id')
    .where('subscriberId', '=', subscriberId)
    .where('messageId', '=', messageId)
    .where('kind', 'in', kind === 'soft' ? ['hard', 'soft'] : [kind]);
  if (messageId && (await known.executeTakeFirst())) return null;
  const row = { ...bounce, at: now.toISOString(), answer: answer.slice(0, 500) };
  return (await trx.insertInto('bounces').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

async function countSoft(trx: Db, subscriberId: number, now: Date): Promise<number> {
  const since = new Date(now.getTime() - softDays * dayMs).toISOString();
  const bounces = trx.selectFrom('bounces').where('subscriberId', '=', subscriberId);
  return countRows(bounces.where('kind', '=', 'soft').where('at', '>', since));
}
