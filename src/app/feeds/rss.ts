import { escapeHtml } from '#shared/mail/mail-layout.ts';
import { type ArticleFeed, type FeedEntry, withPictureFirst } from './article-feed.ts';
import { emptyXmlElement, xmlDeclaration, xmlElement } from './xml.ts';

const namespaces = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:media="http://search.yahoo.com/mrss/"',
].join(' ');

/** RSS 2.0, with the extensions that its best-practices profile names. */
export function rssXml(feed: ArticleFeed): string {
  const { siteUrl, title } = feed;
  const parts = [
    xmlElement('title', title),
    xmlElement('link', `${siteUrl}/articles`),
    xmlElement('description', escapeHtml(feed.description)),
    xmlElement('language', feed.language),
    emptyXmlElement('atom:link', { rel: 'self', type: 'application/rss+xml', href: `${siteUrl}/rss.xml` }),
    xmlElement('lastBuildDate', rssDate(feed.updatedAt)),
    ...feed.entries.map((entry) => itemOf(entry, title)),
  ];
  return `${xmlDeclaration}<rss version="2.0" ${namespaces}><channel>${parts.join('')}</channel></rss>`;
}

function itemOf(entry: FeedEntry, author: string): string {
  const { picture } = entry;
  const { url, type, info } = picture ?? {};
  const media = { url, medium: 'image', type, width: info?.width, height: info?.height };
  const parts = [
    xmlElement('title', entry.title),
    xmlElement('link', entry.url),
    xmlElement('guid', entry.id, { isPermaLink: 'false' }),
    xmlElement('pubDate', rssDate(entry.publishedAt)),
    xmlElement('dc:creator', author),
    // Programs read it as HTML.
    xmlElement('description', escapeHtml(entry.summary)),
    entry.html === null ? '' : xmlElement('content:encoded', withPictureFirst(entry.html, entry)),
    picture ? emptyXmlElement('media:content', media) : '',
  ];
  return `<item>${parts.join('')}</item>`;
}

/** 'Sat, 21 Nov 2026 12:00:00 GMT' */
function rssDate(instant: string): string {
  return new Date(instant).toUTCString();
}
