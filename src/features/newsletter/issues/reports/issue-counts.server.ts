/** The mails of an issue by state, those to people who have been erased since included. */

import type { DeliveryState } from '#features/newsletter/delivery-state.ts';
import type { Db } from '#platform/db/db.ts';

export type DeliveryCounts = Record<DeliveryState, number>;

export async function countDeliveries(db: Db, issueId: number): Promise<DeliveryCounts> {
  const counts = { queued: 0, sending: 0, sent: 0, retry: 0, failed: 0, unknown: 0, skipped: 0, kept: 0 };
  const rows = await db
    .selectFrom('mails')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('issueId', '=', issueId)
    .groupBy('state')
    .execute();
  const erased = await db
    .selectFrom('erasedDeliveries')
    .select(['state', 'count'])
    .where('issueId', '=', issueId)
    .execute();
  for (const { state, count } of [...rows, ...erased]) counts[state] += Number(count);
  return counts;
}
