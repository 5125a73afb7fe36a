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

export const accountItem: MenuItem = ['/admin/account', 'Your account'];

/** Needed less often: behind 'More' in the bar, below the others on small screens. */
export const moreGroups: readonly (readonly [title: string, items: readonly MenuItem[]])[] = [
  ['Content', [...furtherKinds, ['/admin/bin', 'Bin']]],
  [
    'Society',
    [
      ['/admin/settings', 'Settings'],
      ['/admin/administrators', 'Administrators'],
      ['/admin/committee/close', 'Close the year'],
      ['/admin/year', 'Year in numbers'],
    ],
  ],
  [
    'System',
    [
      ['/admin/doctor', 'Site health'],
      ['/admin/backups', 'Backups'],
      ['/admin/import', 'Import'],
      ['/admin/export', 'Export'],
      ['/admin/activity', 'Activity'],
      ['/admin/data', 'Data'],
    ],
  ],
];

export const moreItems: readonly MenuItem[] = moreGroups.flatMap(([, items]) => items);

/** The link of the newsletter is current on its other screens too. */
export function isCurrentFromElsewhere(item: string, pathname: string): boolean {
  return item === '/admin/newsletter' && /^\/admin\/(subscribers|outbox)(\/|$)/.test(pathname);
}
