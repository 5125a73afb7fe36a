/** The newest articles for all feeds, with permanent ids, absolute addresses and full text. */

import { listFeedBodies } from '#features/articles/content/list-feed-bodies.server.ts';
import { listArticles, presentArticleCards } from '#features/articles/reading.server.ts';
import { getSiteName, tagUri } from '#features/settings/permanent-site-name.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { contentTypeOf } from '#platform/storage/store.ts';
import { type PictureInfo, pictureUrl, shownImageUrl } from '#shared/item-picture.ts';
import { bidiClosed } from '#shared/text.ts';
import { emptyXmlElement } from './xml.ts';

export type ArticleFeed = Awaited<ReturnType<typeof readArticleFeed>>;
export type FeedEntry = ArticleFeed['entries'][number];

const newest = 30;
/** Characters of all texts together: more would block the thread for too long. Other entries have only summaries. */
const mostText = 500_000;

export async function readArticleFeed({ db, config, clock }: Pick<AppContext, 'db' | 'config' | 'clock'>) {
  const { siteUrl } = config;
  const { societyName, heroSubtitle, textLanguage } = await getSettings(db, config);
  const name = await getSiteName(db, config, clock.now());
  const { items } = await listArticles(db, { limit: newest });
  const articles = await presentArticleCards(db, items, 'visitors');
  const bodies = await listFeedBodies(
    db,
    articles.map(({ id }) => id),
    mostText,
  );
  const entries = articles.map((article) => {
    const url = `${siteUrl}/articles/${article.id}`;
    const body = bodies.get(article.id);
    return {
      id: tagUri(name, `articles/${article.id}`),
      url,
      title: bidiClosed(article.title),
      summary: bidiClosed(article.excerpt || article.description),
      // Null where all texts together are too long for one feed.
      html: body === undefined ? null : withAbsoluteUrls(body.replace(placeholders, ''), url),
      picture: pictureOf(article, siteUrl),
      publishedAt: article.publishedAt ?? article.createdAt,
      updatedAt: article.updatedAt,
    };
  });
  return {
    id: tagUri(name, 'articles'),
    title: societyName,
    description: heroSubtitle,
    language: textLanguage,
    siteUrl,
    updatedAt: entries
      .map(({ updatedAt }) => updatedAt)
      .reduce((one, other) => (one > other ? one : other), new Date(0).toISOString()),
    entries,
  };
}

type Pictured = { imageUrl: string | null; imageAlt: string; image: PictureInfo | null };

function pictureOf({ imageAlt, ...picture }: Pictured, siteUrl: string) {
  const url = shownImageUrl(picture);
  if (!url) return null;
  return { url: pictureUrl(url, siteUrl), type: contentTypeOf(url), alt: imageAlt, info: picture.image };
}

/** Placeholders of pictures, which need the page's styles. */
const placeholders = /<svg\b[^<>]*><\/svg>/g;

/** `html` comes from the sanitiser: attributes in double quotes, no bare angle brackets. */
export function withAbsoluteUrls(html: string, page: string): string {
  const { origin } = new URL(page);
  const absolute = (address: string) => absoluteAddress(address, { origin, page });
  return html.replace(/<[a-z]\w* [^<>]*>/gi, (tag) =>
    tag.replace(/\s(href|src|srcset|cite|poster)="([^"]*)"/gi, (_all, name: string, value: string) =>
      name.toLowerCase() === 'srcset'
        ? ` ${name}="${value.split(/,\s+/).map(absolute).join(', ')}"`
        : ` ${name}="${absolute(value)}"`,
    ),
  );
}

/** Keeps the size behind a `srcset` source, and anything that is not an address. */
function absoluteAddress(value: string, { origin, page }: { origin: string; page: string }): string {
  if (/^\/(?!\/)/.test(value)) return origin + value;
  if (value.startsWith('#')) return page + value;
  if (/^[a-z][a-z0-9+.-]*:/i.test(value) || !URL.canParse(value, page)) return value;
  return new URL(value, page).href;
}

/** The picture is part of the text: few apps show enclosures. */
export function withPictureFirst(html: string, { picture }: FeedEntry): string {
  if (!picture) return html;
  const { url, alt, info } = picture;
  const size = info ? { width: info.width, height: info.height } : {};
  return `<p>${emptyXmlElement('img', { src: url, alt, ...size })}</p>${html}`;
}
