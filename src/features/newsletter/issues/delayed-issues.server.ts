/** The newsletters that can still be taken back, for the screens of all administrators. */
import { listDelayed } from '#features/newsletter/delivery/queue/send-delay.server.ts';
import { secondsUntil } from '#features/newsletter/issue.ts';
import type { AppContext } from '#platform/context.ts';
import type { DelayedIssue } from './issues.schema.ts';
import { countDeliveries } from './reports/issue-counts.server.ts';
import { closedHours } from './reports/stall-reason.server.ts';

/** The oldest first. */
export async function listDelayedIssues({
  db,
  clock,
  config,
}: Pick<AppContext, 'db' | 'clock' | 'config'>): Promise<DelayedIssue[]> {
  const now = clock.now();
  const delayed: DelayedIssue[] = [];
  for (const { sendAfter, ...issue } of await listDelayed(db)) {
    const { queued: readers } = await countDeliveries(db, issue.id);
    const hours = await closedHours(db, config, now);
    delayed.push({ ...issue, sendAfter, readers, secondsLeft: secondsUntil(sendAfter, now), hours });
  }
  return delayed;
}
