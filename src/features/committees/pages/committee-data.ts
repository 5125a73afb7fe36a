import { breadcrumbNode, societyNode } from '#features/settings/pages/site-data.ts';
import type { SiteSettings } from '#features/settings/settings.ts';
import type { DataNode } from '#ui/page/structured-data.tsx';
import { committeePath } from '../committee.ts';

type Page = {
  title: string;
  path: string;
  people: { name: string; position: string }[];
  /** Of a past year. */
  span?: { from: string; to: string };
};

/** The page, its place on the site, and who held which position when. */
export function committeeNodes(
  settings: SiteSettings,
  siteUrl: string,
  { title, path, people, span }: Page,
): DataNode[] {
  const during = span && { startDate: span.from, endDate: span.to };
  const member = people.map(({ name, position }) => ({
    '@type': 'OrganizationRole',
    roleName: position,
    ...during,
    member: { '@type': 'Person', name },
  }));
  const page = {
    '@type': 'WebPage',
    '@id': `${siteUrl}${path}#page`,
    name: title,
    url: siteUrl + path,
    about: { ...societyNode(settings, siteUrl), member },
  };
  const above = path === committeePath ? [] : [{ name: 'Committee', path: committeePath }];
  return [page, breadcrumbNode(siteUrl, [...above, { name: title, path }])];
}
