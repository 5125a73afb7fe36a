import type { ArticleFeed, FeedEntry } from './article-feed.ts';
import { element, emptyElement, xmlDeclaration } from './xml.ts';

/** RFC 4287. */
export function atomFeed(feed: ArticleFeed): string {
  const { siteUrl, title } = feed;
  const parts = [
    element('id', feed.id),
    element('title', title),
    element('subtitle', feed.description),
    `<author>${element('name', title)}${element('uri', `${siteUrl}/`)}</author>`,
    emptyElement('link', { rel: 'alternate', type: 'text/html', href: `${siteUrl}/articles` }),
    emptyElement('link', { rel: 'self', type: 'application/atom+xml', href: `${siteUrl}/feed.xml` }),
    element('icon', `${siteUrl}/icon-192.png`),
    element('updated', feed.updatedAt),
    ...feed.entries.map(entryOf),
  ];
  return `${xmlDeclaration}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">${parts.join('')}</feed>`;
}

function entryOf(entry: FeedEntry): string {
  const { picture } = entry;
  const parts = [
    element('id', entry.id),
    element('title', entry.title),
    emptyElement('link', { rel: 'alternate', type: 'text/html', href: entry.url }),
    picture ? emptyElement('link', { rel: 'enclosure', type: picture.type, href: picture.url }) : '',
    element('published', entry.publishedAt),
    element('updated', entry.updatedAt),
    element('summary', entry.summary),
    entry.html === null ? '' : element('content', withPicture(entry.html, entry), { type: 'html' }),
  ];
  return `<entry>${parts.join('')}</entry>`;
}

/** The picture is part of the text: few apps show enclosures. */
export function withPicture(html: string, { picture }: FeedEntry): string {
  if (!picture) return html;
  const { url, alt, info } = picture;
  const size = info ? { width: info.width, height: info.height } : {};
  return `<p>${emptyElement('img', { src: url, alt, ...size })}</p>${html}`;
}
