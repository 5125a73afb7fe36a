import { kinds } from '#app/kinds.ts';

type MenuItem = readonly [path: string, label: string];

/** The links in the bar. There is room for five at 900 px. */
export const mainItems: readonly MenuItem[] = [
  ['/admin/dashboard', 'Dashboard'],
  ['/admin/articles', 'Manage Articles'],
  ['/admin/committee', 'Manage Committee Members'],
  ['/admin/events', 'Manage Events'],
  ['/admin/newsletter', 'Newsletter'],
];

const furtherKinds = kinds
  .filter(({ adminPath }) => !mainItems.some(([path]) => path === adminPath))
  .map(({ adminPath, label }): MenuItem => [adminPath, `Manage ${label}`]);

/** Needed less often: behind 'More' in the bar, below the others on small screens. */
export const moreItems: readonly MenuItem[] = [
  ...furtherKinds,
  ['/admin/committee/close', 'Close the year'],
  ['/admin/settings', 'Settings'],
  ['/admin/administrators', 'Administrators'],
  ['/admin/activity', 'Activity'],
  ['/admin/data', 'Data'],
  ['/admin/bin', 'Bin'],
  ['/admin/backups', 'Backups'],
  ['/admin/doctor', 'Site health'],
  ['/admin/account', 'Your account'],
];

/** The link of the newsletter is current on its other screens too. */
export function isCurrentFromElsewhere(item: string, pathname: string): boolean {
  return item === '/admin/newsletter' && /^\/admin\/(subscribers|outbox)(\/|$)/.test(pathname);
}
