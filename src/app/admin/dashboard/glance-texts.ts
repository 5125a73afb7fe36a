import type { Glance } from '#app/glance/glance.ts';

type Counts = NonNullable<Glance['newsletter']>['counts'];

/** How many readers more than a month ago; where there were none then, the site may not be as old. */
export function changeText({ total, change }: Glance['readers']): string {
  if (total === change) return total === 0 ? '' : 'All new in the last 30 days';
  if (change === 0) return 'As many as a month ago';
  return `${Math.abs(change).toLocaleString('en-US')} ${change > 0 ? 'more' : 'fewer'} than a month ago`;
}

/** 'sent to 198 of 214', and what did not go well or is not known. */
export function newsletterText(counts: Counts, total: number): string {
  const number = (count: number) => count.toLocaleString('en-US');
  const waiting = counts.queued + counts.sending + counts.retry;
  const others = [
    [counts.failed, 'failed'] as const,
    [counts.unknown, 'not confirmed'] as const,
    [counts.skipped, 'skipped'] as const,
    [counts.kept, 'in the outbox: no mail server is set'] as const,
    [waiting, 'still to go'] as const,
  ].flatMap(([count, words]) => (count > 0 ? [`, ${number(count)} ${words}`] : []));
  return `sent to ${number(counts.sent)} of ${number(total)}${others.join('')}`;
}
