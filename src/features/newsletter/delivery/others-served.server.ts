/** Whether the mail server takes the mails of others: only then may an answer count against one reader. */
import type { Db } from '#platform/db/db.ts';
import type { Claimed } from './ledger.server.ts';

const hourMs = 3_600_000;
/** Enough to find one of somebody else. */
const looked = 50;

/** Somebody else was sent the same issue, or a letter, since an hour before the first attempt. */
export async function areOthersServed(
  trx: Db,
  { issueId, subscriberId, createdAt }: Pick<Claimed, 'issueId' | 'subscriberId' | 'createdAt'>,
): Promise<boolean> {
  const since = new Date(Date.parse(createdAt) - hourMs).toISOString();
  const isSameIssue = issueId !== null && (await isSent(trx, 'deliveries', { issueId, subscriberId, since }));
  return isSameIssue || isSent(trx, 'letters', { issueId: null, subscriberId, since });
}

/** Somebody else was sent the same issue since this reader's mail of it was put back. */
export async function areOthersServedSince(
  trx: Db,
  { issueId, subscriberId, nextAttemptAt }: Pick<Claimed, 'issueId' | 'subscriberId' | 'nextAttemptAt'>,
): Promise<boolean> {
  return issueId !== null && isSent(trx, 'deliveries', { issueId, subscriberId, since: nextAttemptAt });
}

async function isSent(
  trx: Db,
  table: 'deliveries' | 'letters',
  { issueId, subscriberId, since }: { issueId: number | null; subscriberId: number; since: string },
): Promise<boolean> {
  const latest = await trx
    .selectFrom(table as 'deliveries')
    .select(['sentAt', 'subscriberId'])
    .where('state', '=', 'sent')
    .$if(issueId !== null, (query) => query.where('issueId', '=', issueId))
    .orderBy('nextAttemptAt', 'desc')
    .orderBy('id', 'desc')
    .limit(looked)
    .execute();
  return latest.some((row) => row.subscriberId !== subscriberId && (row.sentAt ?? '') >= since);
}
