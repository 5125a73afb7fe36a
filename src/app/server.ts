/** The web server on one page: middleware in order, the API, uploaded pictures, files, pages. */
import { createHash } from 'node:crypto';
import { type Handler, Hono } from 'hono';
import { compress } from 'hono/compress';
import { isClaimed } from '#features/accounts/links/account-links.server.ts';
import { isPostNumber } from '#features/items/redirects.server.ts';
import { hasArchivedIssues } from '#features/newsletter/archive/archive.server.ts';
import { listPublishedPages } from '#features/pages/pages.server.ts';
import { lookCss } from '#features/settings/look.server.ts';
import type { SiteFrame } from '#features/settings/pages/site-context.ts';
import { getPublicSettings, getSettings } from '#features/settings/settings.server.ts';
import { defaultSettings, pageSettings, type SiteSettings } from '#features/settings/settings.ts';
import { serveCopy, serveUpload } from '#features/uploads/uploads.api.ts';
import type { AppContext } from '#platform/context.ts';
import { fetchInProcess, rememberBody, unlessBuffered } from '#platform/fast/in-process-fetch.ts';
import type { ApiEnv } from '#platform/http/api.ts';
import { outageAnswer } from '#platform/http/error-answers.ts';
import { requestLog, securityHeaders, unlistedPage } from '#platform/http/middleware.ts';
import { staticFiles } from '#platform/http/static-files.ts';
import type { Fetch } from '#shared/calls/api-client.ts';
import { queryOfLink } from '#shared/calls/link-parts.ts';
import { type ApiApp, createApi } from './api.ts';
import type { Pages } from './built-pages.ts';
import { askAsVisitor } from './export/ask-as-visitor.ts';
import { machineFileRoutes } from './feeds/machine-file-routes.ts';
import { type Health, healthRoutes } from './monitoring/health-routes.ts';
import type { Metrics } from './monitoring/site-metrics.ts';
import type { RenderedPage } from './public/loading/entry-server-contract.ts';
import { findMovedPath } from './redirects/find-moved-path.ts';
import { fetchAsVisitor, requireSameOriginForm } from './same-origin-forms.ts';
import { iconRoutes } from './share-cards/icon-routes.ts';
import { shareCardRoutes } from './share-cards/share-cards.ts';

export type ServerParts = {
  pages: Pages;
  filesFolder: string;
  health: Health;
  /** Called before the answer to any call that may have changed content. */
  whenWritten?: () => void;
  metrics?: Metrics;
};

export function createApp(
  context: AppContext,
  { pages, filesFolder, health, whenWritten, metrics }: ServerParts,
): Hono<ApiEnv> {
  const { config, log, outages } = context;
  const renderHome = async (unsaved: Partial<SiteSettings>) => {
    const request = new Request(new URL('/', config.siteUrl));
    const page = await renderPage(context, pages, request, (...call) => fetchInProcess(api, ...call), unsaved);
    if (page instanceof Response) throw new Error('Home leads elsewhere');
    const html = (await pages.finish(page.html)).toString();
    return { html: withoutScripts(html).replace(lookStyle(page.look), ''), css: page.look };
  };
  const api: ApiApp = createApi(context, (path) => askAsVisitor(app, path), renderHome);
  const app = new Hono<ApiEnv>();
  app.use(securityHeaders(config));
  app.use(unlessBuffered(compress()));
  app.route('/', healthRoutes(context, health, metrics));
  app.all('/api/*', async (c) => {
    const answer = await api.fetch(c.req.raw, c.env);
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') whenWritten?.();
    return answer;
  });
  app.use(requestLog(log));
  app.get('/uploads/copy', serveCopy(context));
  app.use('/uploads/*', serveUpload(context));
  app.route('/', iconRoutes(context));
  app.use(staticFiles(filesFolder));
  app.route('/', machineFileRoutes(context));
  app.route('/', shareCardRoutes(context));
  // The patterns also match a slash at the end, which leads to the same page.
  for (const path of [
    '/admin/invitation/*',
    '/do-not-write/*',
    '/preview/*',
    '/signup/*',
    '/subscription/*',
    '/unsubscribe/*',
    '/verify/*',
  ])
    app.use(path, unlistedPage);
  app.on('GET', ['/admin', '/admin/*'], adminPage(context, pages));
  // Every other page is found in capitals, too.
  for (const path of ['/:area{[Aa][Dd][Mm][Ii][Nn]}', '/:area{[Aa][Dd][Mm][Ii][Nn]}/*'])
    app.get(path, (c) => c.redirect(c.req.path.toLowerCase() + new URL(c.req.url).search, 301));
  app.get('*', (c, next) => {
    const { search } = new URL(c.req.url);
    const query = queryOfLink(search);
    return query === search ? next() : Promise.resolve(c.redirect(query, 301));
  });
  app.get('*', async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const leadOn = async () => {
      const path = await findMovedPath(context.db, pathname + search);
      // An administrator may give the address to a page: browsers ask again.
      return path && c.body(null, 301, { location: path, 'cache-control': 'max-age=0, must-revalidate' });
    };
    const post = isPostNumber(search) && (await leadOn());
    if (post) return post;
    const request = new Request(c.req.url, { headers: c.req.raw.headers });
    const page = await renderPage(context, pages, request, (...call) => fetchInProcess(api, ...call));
    if (page instanceof Response) return page;
    // No address of ours is covered.
    const moved = page.status === 404 && (await leadOn());
    if (moved) return moved;
    const body = await pages.finish(page.html);
    const headers = { ...pageHeaders(pages, page.look), ...fontHints(pages), ...page.headers };
    // The styles are those whose names the page has.
    return rememberBody(body, c.body(body, page.status as 200, headers), page.html.join(''));
  });
  app.on('POST', postedPages, requireSameOriginForm, unlistedPage, async (c) => {
    const page = await renderPage(context, pages, c.req.raw, (...call) => fetchAsVisitor(api, c, ...call));
    if (page instanceof Response) return page;
    const headers = { ...pageHeaders(pages, page.look), ...page.headers };
    return c.body(await pages.finish(page.html), page.status as 200, headers);
  });
  app.notFound((c) => c.text('Not found', 404));
  app.onError((error, c) => {
    const outage = outages.report(error);
    if (outage) {
      const { status, body, retryAfter } = outageAnswer(outage);
      return c.text(body.message, status, { 'retry-after': String(retryAfter), 'cache-control': 'no-store' });
    }
    log.error('request failed', { requestId: c.get('requestId'), error });
    return c.text('Unexpected Application Error!', 500);
  });
  return app;
}

function adminPage({ config, db }: AppContext, pages: Pages): Handler<ApiEnv> {
  return async (c) => {
    // Signing in works even when the settings cannot be read.
    const settings = await getSettings(db, config).catch(() => defaultSettings);
    const look = await lookCss(db, settings).catch(() => '');
    const open = /^\/admin\/(login|invitation|forgotten)\/?$/.exec(c.req.path)?.[1];
    const { html } = (await pages.entry()).renderAdmin({
      assets: pages.adminAssets,
      cookies: c.req.header('cookie') ?? null,
      shortName: settings.shortName,
      signIn: open === 'login' ? { isClaimed: await isClaimed(db).catch(() => true) } : null,
      isOpen: open !== undefined,
    });
    const mail = config.smtpUrl ? 'sent' : 'outbox';
    const told = html.replace('<head>', `<head><meta name="mail" content="${mail}">`);
    const headers = { ...pageHeaders(pages, look), ...fontHints(pages), 'x-robots-tag': 'noindex' };
    return c.body(await pages.finish(withLook([told], look)), 200, headers);
  };
}

/** Pages whose forms work without scripts: their routes have an action. */
const postedPages = ['/do-not-write', '/signup', '/subscribe', '/subscription', '/unsubscribe', '/verify'];

async function renderPage(
  context: AppContext,
  pages: Pages,
  request: Request,
  fetchApi: Fetch,
  unsaved: Partial<SiteSettings> = {},
) {
  const entry = await pages.entry();
  let look = '';
  const options = {
    fetchApi,
    readFrame: async () => {
      const settings = await getPublicSettings(context.db, context.config, unsaved);
      look = await lookCss(context.db, settings);
      return readFrame(context, settings);
    },
    assets: pages.assets,
    siteUrl: context.config.siteUrl,
    now: context.clock.now().toISOString(),
  };
  try {
    const page = await entry.render(request, options);
    return page instanceof Response ? page : { ...page, html: withLook(page.html, look), look };
  } catch (error) {
    context.log.error('page failed', { path: new URL(request.url).pathname, error });
    const page: RenderedPage = { status: 500, ...entry.renderError(options) };
    return { ...page, look: '' };
  }
}

/** Newsletters have a page once one has gone out. */
async function readFrame({ db }: AppContext, settings: SiteSettings): Promise<SiteFrame> {
  const [pages, hasNewsletters] = await Promise.all([listPublishedPages(db), hasArchivedIssues(db)]);
  const newsletters = { title: 'Past newsletters', path: '/newsletters', place: 'footer' } as const;
  const links = pages.map(({ title, path, place }) => ({ title, path, place }));
  return { settings: pageSettings(settings), pages: hasNewsletters ? [...links, newsletters] : links };
}

/** A CDN sends them on as early hints (103) while it fetches the page. */
function fontHints({ assets }: Pages): Record<string, string> {
  if (assets.fonts.length === 0) return {};
  const hints = assets.fonts.map((file) => `<${file}>; rel=preload; as=font; type="font/woff2"; crossorigin`);
  return { link: hints.join(', ') };
}

/** Behind the design's own styles. */
function withLook(html: string[], css: string): string[] {
  return css ? html.map((piece) => piece.replace('</head>', () => `${lookStyle(css)}</head>`)) : html;
}

function lookStyle(css: string): string {
  return `<style>${css}</style>`;
}

function withoutScripts(html: string): string {
  return html.replace(/<script\b[^<>]*><\/script>|<link rel="modulepreload"[^<>]*>/g, '');
}

function pageHeaders({ contentSecurityPolicy }: Pages, look: string): Record<string, string> {
  const hash = look && `'sha256-${createHash('sha256').update(look).digest('base64')}' `;
  return {
    'content-type': 'text/html; charset=UTF-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-security-policy': contentSecurityPolicy.replace("style-src 'self' ", (start) => start + hash),
    // Pages depend on one cookie, the chosen colours.
    vary: 'cookie',
  };
}
