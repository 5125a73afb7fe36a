import type { SiteSettings } from '#features/settings/settings.ts';
import type { DataNode } from '#ui/page/structured-data.tsx';

/** The site's name and its society, for search engines. */
export function homeNodes(
  { societyName, shortName, heroSubtitle, socialLinks }: SiteSettings,
  siteUrl: string,
): DataNode[] {
  const names = { name: societyName, ...(shortName !== societyName && { alternateName: shortName }) };
  return [
    {
      '@type': 'WebSite',
      '@id': `${siteUrl}/#site`,
      ...names,
      url: `${siteUrl}/`,
      description: heroSubtitle,
      inLanguage: 'en',
      publisher: { '@id': `${siteUrl}/#society` },
    },
    {
      '@type': 'Organization',
      '@id': `${siteUrl}/#society`,
      ...names,
      url: `${siteUrl}/`,
      logo: `${siteUrl}/icon-512.png`,
      description: heroSubtitle,
      ...(socialLinks.length > 0 && { sameAs: socialLinks.map(({ url }) => url) }),
    },
  ];
}
