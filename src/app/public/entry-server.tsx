import '#ui/theme/global-styles.ts';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticRouter, StaticRouterProvider } from 'react-router';
import { LoginForm } from '#features/accounts/login/login-form.tsx';
import type { SiteFrame } from '#features/settings/pages/site-context.ts';
import { escapeHtml } from '#shared/mail/mail-layout.ts';
import { ApiContext } from '#ui/api-context.ts';
import { setTextLanguage } from '#ui/language-attributes.ts';
import { chosenTheme } from '#ui/theme/chosen-theme.ts';
import { ForgottenLink, LoginHeading, SignInCard, UnclaimedNotice } from '../admin/session/sign-in-card.tsx';
import { EarlyBar } from '../admin/shell/early-bar.tsx';
import { Document } from './layout/document.tsx';
import { FailedPage } from './layout/failed-page.tsx';
import type { AdminPageOptions, PageOptions, RenderedPage } from './loading/entry-server-contract.ts';
import { serialiseHydration } from './loading/hydration-data.ts';
import { runLoaders } from './loading/run-loaders.ts';

/** The end of every document. A pattern would search the whole page for it. */
const end = '</body></html>';
const doctype = '<!DOCTYPE html>';

/** Returns a Response when a loader redirects. `headers` forbids storing a page that shows a failure. */
export async function render(request: Request, { assets, ...source }: PageOptions): Promise<RenderedPage | Response> {
  const { context, api, hasFailed } = await runLoaders(request, source);
  if (context instanceof Response) {
    // A page that was moved may be moved back: browsers keep a 301 for ever unless told to ask again.
    context.headers.set('cache-control', 'max-age=0, must-revalidate');
    return context;
  }
  const { textLanguage } = (context.loaderData.site as SiteFrame | undefined)?.settings ?? {};
  setTextLanguage(textLanguage);
  // The first is the route around all pages.
  const path = context.matches[1]?.route.path ?? '';
  // Other pages fetch their own code once the shared code knows the address.
  const scripts = path === '/' ? [...assets.scripts, assets.homeScript] : assets.scripts;

  const html = renderToString(
    <StrictMode>
      <Document
        fonts={assets.fonts}
        styles={assets.styles[path] ?? assets.otherStyles}
        data={serialiseHydration(context)}
        theme={chosenTheme(request.headers.get('cookie'))}
        textLanguage={textLanguage}
      >
        <ApiContext value={api}>
          <StaticRouterProvider
            // The context's matches already have their routes: with all routes the router would only copy them.
            router={createStaticRouter([], context)}
            context={context}
            hydrate={false}
          />
        </ApiContext>
      </Document>
    </StrictMode>,
  );
  const [error] = Object.values(context.errors ?? {}) as unknown[];
  const loaded = error === undefined ? context.statusCode : statusOf(error);
  // Crawlers and caches must not store a page that shows a failure instead of its content.
  const status = hasFailed && loaded < 400 ? 503 : loaded;
  const headers: Record<string, string> = status >= 500 ? { 'cache-control': 'no-store', 'retry-after': '60' } : {};
  return { status, html: [doctype, html.slice(0, -end.length), scriptTag(scripts) + end], headers };
}

/** The page for when rendering fails. It needs neither data nor scripts. */
export function renderError({ assets }: Pick<PageOptions, 'assets'>): { html: string[] } {
  const html = renderToString(
    <Document fonts={assets.fonts} styles={assets.otherStyles}>
      <FailedPage />
    </Document>,
  );
  return { html: [doctype, html] };
}

/** The document of the administrator area, which only the browser renders, except for the sign-in form and an empty bar. */
export function renderAdmin({ assets, cookies, shortName, signIn, isOpen }: AdminPageOptions): { html: string } {
  const theme = chosenTheme(cookies);
  const { styles, scripts, afterUse } = assets;
  const head = signIn
    ? // In the page, so that the form shows without another file. The links tell the scripts that these are loaded.
      `<style>${styles.signIn.css}</style>${linkTags('stylesheet', styles.signIn.hrefs, ' disabled')}`
    : `${linkTags('stylesheet', styles.area.hrefs)}${linkTags('modulepreload', scripts)}`;
  const script = signIn ? scriptTag([afterUse, ...scripts], ' data-when="used"') : scriptTag(scripts.slice(0, 1));
  const bar = isOpen ? '' : renderToString(<EarlyBar shortName={shortName} />);
  const root = signIn ? signInForm({ shortName, ...signIn }) : bar;
  const html = `<!DOCTYPE html><html lang="en"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${signIn?.isClaimed === false ? '<meta name="unclaimed" content="">' : ''}<meta name="society" content="${escapeHtml(shortName)}"><title>${signIn ? `Sign in · ${escapeHtml(shortName)} Admin` : 'Administration'}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">${head}</head><body><div id="root">${root}</div><noscript>The administrator area needs JavaScript.</noscript>${script}</body></html>`;
  return { html };
}

function linkTags(rel: string, hrefs: string[], attribute = ''): string {
  return hrefs.map((href) => `<link rel="${rel}" href="${href}"${attribute}>`).join('');
}

/** Usable before the scripts load; they keep what was typed. */
function signInForm({ shortName, isClaimed }: { shortName: string; isClaimed: boolean }): string {
  return renderToString(
    <div id="early-sign-in">
      <SignInCard heading={<LoginHeading shortName={shortName} />}>
        {!isClaimed && <UnclaimedNotice />}
        <LoginForm signIn={() => Promise.resolve()} />
        <ForgottenLink />
      </SignInCard>
    </div>,
  );
}

// No `instanceof`: the bundle and the server's modules have different ApiError classes.
function statusOf(error: unknown): number {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 ? status : 500;
}

function scriptTag([first, ...then]: string[], when = ''): string {
  const others = then.length > 0 ? ` data-then="${then.join(' ')}"` : '';
  return `<script type="module" src="${first}"${others}${when}></script>`;
}
