/** What machines read of the site: the newest articles as an Atom feed, the map of all public pages, the crawlers' rules, whom to tell of a weakness. */
import { Hono } from 'hono';
import { listArticles, listPublishedIds } from '#features/articles/articles.server.ts';
import { listEventIds } from '#features/events/events.server.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { AppContext } from '#platform/context.ts';
import { withoutControls } from '#shared/text.ts';

const newest = 30;
const freshness = { 'cache-control': 'public, max-age=300' };

export function feedRoutes({ db, config, clock }: Pick<AppContext, 'db' | 'config' | 'clock'>): Hono {
  const { siteUrl } = config;
  const app = new Hono();

  app.get('/feed.xml', async (c) => {
    const { societyName } = await getSettings(db, config);
    const { items } = await listArticles(db, { limit: newest }, 'visitors');
    const entries = items.map(
      (article) =>
        `<entry>${[
          element('id', `${siteUrl}/articles/${article.id}`),
          element('title', article.title),
          `<link href="${escape(`${siteUrl}/articles/${article.id}`)}"/>`,
          element('published', article.publishedAt ?? article.createdAt),
          element('updated', article.updatedAt),
          element('summary', article.excerpt || article.description),
        ].join('')}</entry>`,
    );
    const updated = items.map((article) => article.updatedAt).toSorted();
    const feed = [
      element('id', `${siteUrl}/`),
      element('title', societyName),
      `<author>${element('name', societyName)}</author>`,
      `<link href="${escape(`${siteUrl}/`)}"/>`,
      `<link rel="self" href="${escape(`${siteUrl}/feed.xml`)}"/>`,
      element('updated', updated.at(-1) ?? new Date(0).toISOString()),
      ...entries,
    ];
    return c.body(`${declaration}<feed xmlns="http://www.w3.org/2005/Atom">${feed.join('')}</feed>`, 200, {
      ...freshness,
      'content-type': 'application/atom+xml; charset=utf-8',
    });
  });

  app.get('/sitemap.xml', async (c) => {
    const articles = await listPublishedIds(db);
    const events = await listEventIds(db);
    const places = [
      ...['/', '/about', '/articles', '/events'].map((path) => element('loc', siteUrl + path)),
      ...articles.map(({ id, updatedAt }) => place(`${siteUrl}/articles/${id}`, updatedAt)),
      ...events.map(({ id, updatedAt }) => place(`${siteUrl}/events/${id}`, updatedAt)),
    ];
    const urls = places.map((inner) => `<url>${inner}</url>`).join('');
    return c.body(`${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`, 200, {
      ...freshness,
      'content-type': 'application/xml; charset=utf-8',
    });
  });

  app.get('/robots.txt', (c) =>
    c.text(`User-agent: *\nDisallow: /admin\nDisallow: /api\nDisallow: /preview\n\nSitemap: ${siteUrl}/sitemap.xml\n`),
  );

  app.get('/.well-known/security.txt', async (c, next) => {
    const { securityContact } = await getSettings(db, config);
    if (securityContact === '') return next();
    return c.text(securityText(securityContact, siteUrl, clock.now()), 200, freshness);
  });
  return app;
}

/** RFC 9116. It is good for less than a year, and asked for anew it is good for longer. */
function securityText(contact: string, siteUrl: string, now: Date): string {
  // By RFC 6068.
  const address = encodeURI(contact.toWellFormed()).replace(/[/?#&;=]/g, encodeURIComponent);
  const day = new Date(now.getTime() + 180 * 86_400_000).toISOString().slice(0, 10);
  const fields = [
    `Contact: mailto:${address}`,
    `Expires: ${day}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
  ];
  return `${fields.join('\n')}\n`;
}

const declaration = '<?xml version="1.0" encoding="utf-8"?>';

function place(address: string, changed: string): string {
  return element('loc', address) + element('lastmod', changed);
}

function element(name: string, text: string): string {
  return `<${name}>${escape(text)}</${name}>`;
}

function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return withoutControls(text).replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
