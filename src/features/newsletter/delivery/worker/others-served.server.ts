/** Whether the mail server takes the mails of others: only then may an answer count against one reader. */
import { subscriberEmailKinds } from '#features/newsletter/subscribers/emails/subscriber-emails.server.ts';
import type { Db } from '#platform/db/db.ts';
import type { ClaimedDelivery } from '../queue/delivery-queue.server.ts';

const hourMs = 3_600_000;
/** Enough to find one of somebody else. */
const looked = 50;

/** Somebody else was sent the same issue, or an e-mail, since an hour before the first attempt. */
export async function areOthersServed(
  trx: Db,
  { issueId, subscriberId, createdAt }: Pick<ClaimedDelivery, 'issueId' | 'subscriberId' | 'createdAt'>,
): Promise<boolean> {
  const since = new Date(Date.parse(createdAt) - hourMs).toISOString();
  return (await isIssueSent(trx, { issueId, subscriberId, since })) || isAnyEmailSent(trx, { subscriberId, since });
}

/** Somebody else was sent the same issue since this reader's mail of it was put back. */
export async function areOthersServedSince(
  trx: Db,
  { issueId, subscriberId, nextAttemptAt }: Pick<ClaimedDelivery, 'issueId' | 'subscriberId' | 'nextAttemptAt'>,
): Promise<boolean> {
  return isIssueSent(trx, { issueId, subscriberId, since: nextAttemptAt });
}

type Looked = { subscriberId: number; since: string };

/** Somebody else was sent an e-mail of the outbox. */
export async function isAnyEmailSent(trx: Db, { subscriberId, since }: Looked): Promise<boolean> {
  const latest = await trx
    .selectFrom('emails')
    .select(['sentAt', 'subscriberId'])
    .where('state', '=', 'sent')
    .where('kind', 'in', subscriberEmailKinds)
    .orderBy('nextAttemptAt', 'desc')
    .orderBy('id', 'desc')
    .limit(looked)
    .execute();
  return latest.some((row) => row.subscriberId !== subscriberId && (row.sentAt ?? '') >= since);
}

async function isIssueSent(trx: Db, { issueId, subscriberId, since }: Looked & { issueId: number }): Promise<boolean> {
  const latest = await trx
    .selectFrom('deliveries')
    .select(['sentAt', 'subscriberId'])
    .where('state', '=', 'sent')
    .where('issueId', '=', issueId)
    .orderBy('nextAttemptAt', 'desc')
    .orderBy('id', 'desc')
    .limit(looked)
    .execute();
  return latest.some((row) => row.subscriberId !== subscriberId && (row.sentAt ?? '') >= since);
}
