import { type PictureShape, pictureShapes, type ShareCard, shareCardPath } from '#shared/share-card.ts';
import type { DataNode } from '#ui/page/structured-data.tsx';
import type { PageSettings } from '../settings.ts';

/** The society as author, organiser and publisher. Home says more of it under the same id. */
export function societyJsonLd({ societyName }: PageSettings, siteUrl: string): DataNode {
  return {
    '@type': 'Organization',
    '@id': `${siteUrl}/#society`,
    name: societyName,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icon-512.png`,
  };
}

/** Home, the list, the page itself. */
export function breadcrumbJsonLd(siteUrl: string, pages: { name: string; path: string }[]): DataNode {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...pages].map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: siteUrl + path,
    })),
  };
}

/** The stored picture in the shapes that search engines use, or the share card. */
export function jsonLdImages(card: ShareCard, isOwn: boolean, siteUrl: string): string[] {
  if (!isOwn) return [siteUrl + shareCardPath(card)];
  return (Object.keys(pictureShapes) as PictureShape[]).map((shape) => siteUrl + shareCardPath(card, shape));
}
