import { kinds } from '#app/kinds.ts';

type MenuItem = readonly [path: string, label: string];

/** What the bar shows at once; one line for each screen. There is room for five at 1280 px. */
export const mainItems: readonly MenuItem[] = [
  ['/admin/dashboard', 'Dashboard'],
  ['/admin/articles', 'Manage Articles'],
  ['/admin/committee', 'Manage Committee Members'],
  ['/admin/events', 'Manage Events'],
  ['/admin/newsletter', 'Newsletter'],
];

/** Kinds that are not in the bar. */
const furtherKinds = kinds
  .filter(({ adminPath }) => !mainItems.some(([path]) => path === adminPath))
  .map(({ adminPath, label }): MenuItem => [adminPath, `Manage ${label}`]);

/** What is needed less often: behind 'More' in the bar, below the others in the menu of a small screen. */
export const moreItems: readonly MenuItem[] = [
  ...furtherKinds,
  ['/admin/settings', 'Settings'],
  ['/admin/administrators', 'Administrators'],
  ['/admin/activity', 'Activity'],
  ['/admin/bin', 'Bin'],
  ['/admin/account', 'Your account'],
];

/** The newsletter's other screens have addresses of their own. */
export function hasPlace(item: string, pathname: string): boolean {
  return item === '/admin/newsletter' && /^\/admin\/(subscribers|outbox)(\/|$)/.test(pathname);
}
