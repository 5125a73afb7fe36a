import { withoutControlCharacters } from '#shared/text.ts';
import type { ArticleFeed, FeedEntry } from './article-feed.ts';

/** JSON Feed 1.1 (jsonfeed.org). */
export function jsonFeedText(feed: ArticleFeed): string {
  const { siteUrl, title } = feed;
  const whole = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description: feed.description,
    home_page_url: `${siteUrl}/`,
    feed_url: `${siteUrl}/feed.json`,
    icon: `${siteUrl}/icon-512.png`,
    favicon: `${siteUrl}/favicon-32.png`,
    language: feed.language,
    authors: [{ name: title, url: `${siteUrl}/` }],
    items: feed.entries.map(itemOf),
  };
  return JSON.stringify(whole, (_key, value: unknown) =>
    typeof value === 'string' ? withoutControlCharacters(value).toWellFormed() : value,
  );
}

function itemOf(entry: FeedEntry) {
  return {
    id: entry.id,
    url: entry.url,
    title: entry.title,
    summary: entry.summary,
    // JSON Feed requires a text in one of the two forms.
    ...(entry.html === null ? { content_text: entry.summary } : { content_html: entry.html }),
    ...(entry.picture && { image: entry.picture.url }),
    date_published: entry.publishedAt,
    date_modified: entry.updatedAt,
  };
}
