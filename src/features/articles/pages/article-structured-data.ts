import { breadcrumbJsonLd, jsonLdImages, societyJsonLd } from '#features/settings/pages/json-ld-parts.ts';
import type { PageSettings } from '#features/settings/settings.ts';
import type { DataNode } from '#ui/page/structured-data.tsx';
import type { Article } from '../article.schema.ts';
import { articleDate } from '../article.ts';
import { articleShareCard } from '../article-share-card.ts';

export function articleJsonLd(article: Article, settings: PageSettings, siteUrl: string): DataNode[] {
  const society = societyJsonLd(settings, siteUrl);
  const published = articleDate(article);
  const path = `/articles/${article.id}`;
  const node = {
    '@type': 'Article',
    '@id': `${siteUrl}${path}#article`,
    headline: article.title,
    description: article.description,
    image: jsonLdImages(articleShareCard(article, settings), article.image !== null, siteUrl),
    ...(published && { datePublished: published }),
    dateModified: article.updatedAt,
    author: society,
    publisher: society,
    mainEntityOfPage: siteUrl + path,
  };
  const places = [
    { name: 'Articles', path: '/articles' },
    { name: article.title, path },
  ];
  return [node, breadcrumbJsonLd(siteUrl, places)];
}
