import type { Glance } from '#app/glance/glance.ts';

/** How many readers more than a month ago; where there were none then, the site may not be as old. */
export function changeText({ total, change }: Glance['readers']): string {
  if (total === change) return total === 0 ? '' : 'All new in the last 30 days';
  if (change === 0) return 'As many as a month ago';
  return `${Math.abs(change).toLocaleString('en-US')} ${change > 0 ? 'more' : 'fewer'} than a month ago`;
}
