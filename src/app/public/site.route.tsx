import { createContext, type LoaderFunctionArgs, Outlet, type RouteObject, useLoaderData } from 'react-router';
import { listPageLinks } from '#features/pages/pages.client.ts';
import { type Site, SiteContext, type SitePage } from '#features/settings/pages/site.ts';
import { getSettings } from '#features/settings/settings.client.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { loaderApi } from '#ui/api.ts';
import { FailedPage } from './layout/failed-page.tsx';
import { Layout } from './layout/layout.tsx';

/** The server sets it. The browser falls back to its own address and clock. */
export type PageOrigin = { siteUrl?: string; now?: string };

export const pageOrigin = createContext<PageOrigin>({});

export const siteRoute = {
  id: 'site',
  loader: ({ context }: LoaderFunctionArgs) => loadSite(context.get(loaderApi), context.get(pageOrigin)),
  // Settings, address and clock stay those of the first page.
  shouldRevalidate: () => false,
  element: <SitePage />,
  errorElement: <FailedPage />,
} satisfies RouteObject;

async function loadSite(api: Api, { siteUrl, now }: PageOrigin): Promise<Site> {
  const pages = listPageLinks(api).catch(() => []);
  return {
    // The page works with the default settings. The failed call keeps it out of the cache.
    // In the browser it is there already, and the defaults need not be.
    settings: await (import.meta.env.SSR ? getSettings(api).catch(defaultSettings) : getSettings(api)),
    // In the browser the footer is there already.
    pages: [...(await pages), ...(import.meta.env.SSR ? await newslettersLink(api) : [])],
    siteUrl: siteUrl ?? location.origin,
    now: now ?? new Date().toISOString(),
  };
}

/** Once there is one to read. */
async function newslettersLink(api: Api): Promise<SitePage[]> {
  const { listNewsletters } = await import('#features/newsletter/archive/archive.client.ts');
  const [any] = await listNewsletters(api).catch(() => []);
  return any ? [{ title: 'Newsletters', path: '/newsletters', place: 'footer' }] : [];
}

async function defaultSettings() {
  return (await import('#features/settings/settings.ts')).defaultSettings;
}

function SitePage() {
  return (
    <SiteContext value={useLoaderData<Site>()}>
      <Layout>
        <Outlet />
      </Layout>
    </SiteContext>
  );
}
