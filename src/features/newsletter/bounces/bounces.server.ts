/** What a refusal means for an address, and when the newsletter stops writing to it. */
import {
  askAdministrator,
  isWithinShare,
  suppressSubscriber,
} from '#features/newsletter/subscribers/suppressions.server.ts';
import { countRows } from '#platform/db/count-rows.ts';
import { type Db, transact } from '#platform/db/db.ts';
import type { Tables } from '#platform/db/tables.ts';

export type Bounce = Pick<Tables['bounces'], 'subscriberId' | 'kind' | 'source' | 'messageId' | 'answer'>;

/** More addresses of one issue are not suppressed without asking. */
const mostUnasked = 10;
const softLimit = 3;
const softDays = 30;
const dayMs = 86_400_000;

/**
 * Records a bounce that is reported later. Suppresses the address after one hard bounce or three soft ones in 30 days, up to the share of addresses that
 * the site may suppress without asking. Must run in a transaction.
 */
export async function recordBounce(trx: Db, bounce: Bounce, now: Date): Promise<void> {
  const id = await addBounceOnce(trx, bounce, now);
  if (id === null) return;
  if (bounce.kind === 'soft' && (await countSoft(trx, bounce.subscriberId, now)) < softLimit) return;
  await suppressOrAsk(trx, { ...bounce, id }, { asks: !(await isWithinShare(trx, now)), now });
}

type Counted = Pick<Bounce, 'subscriberId' | 'kind' | 'answer'> & { id: number };

async function suppressOrAsk(
  trx: Db,
  { id, subscriberId, kind, answer }: Counted,
  { asks, now }: { asks: boolean; now: Date },
): Promise<void> {
  const why = kind === 'hard' ? 'There is no such mailbox' : `${softLimit} emails bounced within ${softDays} days`;
  const suppression = { subscriberId, because: `${why}: ${answer}`, now };
  if (asks) await askAdministrator(trx, suppression);
  else if (await suppressSubscriber(trx, suppression))
    await trx.updateTable('bounces').set({ isSuppressing: true }).where('id', '=', id).execute();
}

/**
 * Suppresses the addresses that bounced while an issue was sent, once it has ended. If they are more than ten, asks an administrator
 * instead: a mail server in trouble suppresses no one.
 */
export async function settleBounces(db: Db, now: Date): Promise<void> {
  const open = await db
    .selectFrom('bounces')
    .innerJoin('mails', 'mails.messageId', 'bounces.messageId')
    .innerJoin('issues', 'issues.id', 'mails.issueId')
    .select(['bounces.id', 'bounces.subscriberId', 'bounces.kind', 'bounces.answer', 'mails.issueId'])
    .where('bounces.isSettled', '=', false)
    .where('issues.state', 'in', ['done', 'cancelled'])
    .execute();
  for (const bounces of Map.groupBy(open, ({ issueId }) => issueId).values())
    await transact(db, async (trx) => {
      const ids = bounces.map(({ id }) => id);
      const settled = trx.updateTable('bounces').set({ isSettled: true }).where('id', 'in', ids);
      // Unless another worker was first.
      const own = (await settled.where('isSettled', '=', false).returning('id').execute()).map(({ id }) => id);
      const suppressing: typeof bounces = [];
      for (const bounce of bounces.filter(({ id }) => own.includes(id)))
        if (bounce.kind === 'hard' || (await countSoft(trx, bounce.subscriberId, now)) >= softLimit)
          suppressing.push(bounce);
      for (const bounce of suppressing)
        await suppressOrAsk(trx, bounce, { asks: suppressing.length > mostUnasked, now });
    });
}

/** Records a report once per mail, though a deferred mail may still be refused permanently. Null if it is already known. */
export async function addBounceOnce(
  trx: Db,
  bounce: Bounce & { isSettled?: boolean },
  now: Date,
): Promise<number | null> {
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
