import { type ArticleFeed, type FeedEntry, withPictureFirst } from './article-feed.ts';
import { emptyXmlElement, xmlDeclaration, xmlElement } from './xml.ts';

/** RFC 4287. */
export function atomXml(feed: ArticleFeed): string {
  const { siteUrl, title } = feed;
  const parts = [
    xmlElement('id', feed.id),
    xmlElement('title', title),
    xmlElement('subtitle', feed.description),
    `<author>${xmlElement('name', title)}${xmlElement('uri', `${siteUrl}/`)}</author>`,
    emptyXmlElement('link', { rel: 'alternate', type: 'text/html', href: `${siteUrl}/articles` }),
    emptyXmlElement('link', { rel: 'self', type: 'application/atom+xml', href: `${siteUrl}/feed.xml` }),
    xmlElement('icon', `${siteUrl}/icon-192.png`),
    xmlElement('updated', feed.updatedAt),
    ...feed.entries.map(entryOf),
  ];
  return `${xmlDeclaration}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">${parts.join('')}</feed>`;
}

function entryOf(entry: FeedEntry): string {
  const { picture } = entry;
  const parts = [
    xmlElement('id', entry.id),
    xmlElement('title', entry.title),
    emptyXmlElement('link', { rel: 'alternate', type: 'text/html', href: entry.url }),
    picture ? emptyXmlElement('link', { rel: 'enclosure', type: picture.type, href: picture.url }) : '',
    xmlElement('published', entry.publishedAt),
    xmlElement('updated', entry.updatedAt),
    xmlElement('summary', entry.summary),
    entry.html === null ? '' : xmlElement('content', withPictureFirst(entry.html, entry), { type: 'html' }),
  ];
  return `<entry>${parts.join('')}</entry>`;
}
