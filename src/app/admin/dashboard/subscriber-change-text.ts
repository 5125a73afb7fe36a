import type { Glance } from '#app/dashboard/dashboard.schema.ts';

/** The change in subscribers since a month ago. If there were none then, the site itself may be younger. */
export function subscriberChangeText({ total, change }: Pick<Glance['subscribers'], 'total' | 'change'>): string {
  if (total === change) return total === 0 ? '' : 'All new in the last 30 days';
  if (change === 0) return 'Same as a month ago';
  return `${Math.abs(change).toLocaleString('en-US')} ${change > 0 ? 'more' : 'fewer'} than a month ago`;
}
