/** Feeds and other files for machines, at the addresses they expect. */
import { type Handler, Hono } from 'hono';
import { eventsIcs, findEventIcs } from '#features/events/calendar/calendars.server.ts';
import { eventKind } from '#features/events/event.kind.ts';
import { getSettings } from '#features/settings/settings.server.ts';
import type { SiteSettings } from '#features/settings/settings.ts';
import type { AppContext } from '#platform/context.ts';
import { readEmailAddress } from '#shared/email-address.ts';
import { barColours } from '#ui/theme/chosen-theme.ts';
import { readArticleFeed } from './article-feed.ts';
import { atomXml } from './atom.ts';
import { jsonFeedText } from './json-feed.ts';
import { rssXml } from './rss.ts';
import { sitemapXml } from './sitemap.ts';

const freshness = { 'cache-control': 'public, max-age=300' };
/** Feeds are public, so scripts of any site may read them. */
const readableAnywhere = { 'access-control-allow-origin': '*' };
const feedHeaders = { ...freshness, ...readableAnywhere };
const calendarHeaders = { ...feedHeaders, 'content-type': 'text/calendar; charset=utf-8' };

const formats = [
  { path: '/feed.xml', type: 'application/atom+xml', write: atomXml },
  { path: '/rss.xml', type: 'application/rss+xml', write: rssXml },
  { path: '/feed.json', type: 'application/feed+json', write: jsonFeedText },
];

type Context = Pick<AppContext, 'db' | 'config' | 'clock'>;

export function machineFileRoutes(context: Context): Hono {
  const { db, config, clock } = context;
  const { siteUrl } = config;
  const app = new Hono();

  for (const { path, type, write } of formats)
    app.get(path, async (c) => {
      const text = write(await readArticleFeed(context));
      return c.body(text, 200, { ...feedHeaders, 'content-type': `${type}; charset=utf-8` });
    });

  app.get('/events.ics', async (c) => c.body(await eventsIcs(context), 200, calendarHeaders));
  app.get('/events/:file{.+\\.ics}', eventCalendar(context));

  app.get('/sitemap.xml', async (c) =>
    c.body(await sitemapXml(context), 200, { ...freshness, 'content-type': 'application/xml; charset=utf-8' }),
  );

  app.get('/robots.txt', (c) =>
    c.text(`User-agent: *\nDisallow: /admin\nDisallow: /api\nDisallow: /preview\n\nSitemap: ${siteUrl}/sitemap.xml\n`),
  );

  app.get('/site.webmanifest', async (c) =>
    c.body(manifest(await getSettings(db, config)), 200, {
      ...freshness,
      'content-type': 'application/manifest+json; charset=utf-8',
    }),
  );

  app.get('/.well-known/security.txt', async (c, next) => {
    const { securityContact } = await getSettings(db, config);
    if (securityContact === '') return next();
    return c.text(securityText(securityContact, siteUrl, clock.now()), 200, freshness);
  });

  // Password managers open it (W3C, "A Well-Known URL for Changing Passwords").
  app.get('/.well-known/change-password', (c) => c.redirect('/admin/account', 302));
  return app;
}

function eventCalendar(context: Context): Handler {
  return async (c) => {
    const id = /^[1-9]\d{0,14}(?=\.ics$)/.exec(c.req.param('file') ?? '')?.[0];
    const calendar = id ? await findEventIcs(context, Number(id)) : null;
    if (calendar === null) return c.text(eventKind.texts.notFound, 404, readableAnywhere);
    return c.body(calendar, 200, calendarHeaders);
  };
}

const largeIcon = { src: '/icon-512.png', sizes: '512x512', type: 'image/png' };

/** The web app manifest (W3C): name and icon of the site on a phone's home screen. There is no service worker. */
function manifest({ societyName, shortName, heroSubtitle }: SiteSettings): string {
  return JSON.stringify({
    id: '/',
    name: societyName,
    short_name: shortName,
    description: heroSubtitle,
    lang: 'en',
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: barColours.light,
    theme_color: barColours.light,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      largeIcon,
      { ...largeIcon, purpose: 'maskable' },
    ],
  });
}

/** RFC 9116. It must expire within a year: each request gets a new date. */
function securityText(contact: string, siteUrl: string, now: Date): string {
  // By RFC 6068.
  const address = encodeURI(readEmailAddress(contact).toWellFormed()).replace(/[/?#&;=]/g, encodeURIComponent);
  const day = new Date(now.getTime() + 180 * 86_400_000).toISOString().slice(0, 10);
  const fields = [
    `Contact: mailto:${address}`,
    `Expires: ${day}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
  ];
  return `${fields.join('\n')}\n`;
}
