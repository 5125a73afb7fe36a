/** The newsletters that can still be taken back, for the screens of all administrators. */

import { listDelayed } from '#features/newsletter/delivery/queue/send-delay.server.ts';
import { secondsUntil } from '#features/newsletter/issue.ts';
import type { AppContext } from '#platform/context.ts';
import type { DelayedIssue } from './issues.schema.ts';
import { countDeliveries } from './reports/issue-counts.server.ts';
import { closedHours } from './reports/stall-reason.server.ts';

/** Answers what lists them, the oldest first. It is asked every second: the readers of each are counted once. */
export function delayedIssues(context: Pick<AppContext, 'db' | 'clock' | 'config'>): () => Promise<DelayedIssue[]> {
  const { db, clock, config } = context;
  let counted = new Map<string, number>();
  return async () => {
    const now = clock.now();
    const counts = new Map<string, number>();
    const delayed: DelayedIssue[] = [];
    for (const { id, articleId, subject, sendAfter, updatedAt } of await listDelayed(db)) {
      const key = `${id} ${updatedAt}`;
      const readers = counted.get(key) ?? (await countDeliveries(db, id)).queued;
      counts.set(key, readers);
      const hours = await closedHours(db, config, now);
      delayed.push({ id, articleId, subject, sendAfter, readers, secondsLeft: secondsUntil(sendAfter, now), hours });
    }
    counted = counts;
    return delayed;
  };
}
