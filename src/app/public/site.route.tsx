import { createContext, type LoaderFunctionArgs, Outlet, type RouteObject, useLoaderData } from 'react-router';
import { listPageLinks } from '#features/pages/pages.client.ts';
import { type Site, SiteContext, type SiteFrame } from '#features/settings/pages/site-context.ts';
import type { SiteSettings } from '#features/settings/settings.ts';
import type { Api } from '#shared/calls/api-client.ts';
import { loaderApi } from '#ui/api-context.ts';
import { FailedPage } from './layout/failed-page.tsx';
import { Layout } from './layout/layout.tsx';

/** The server sets it, and reads the frame without a call. The browser falls back to its own address and clock. */
export type PageOrigin = { siteUrl?: string; now?: string; readFrame?: () => Promise<SiteFrame> };

export const pageOrigin = createContext<PageOrigin>({});

export const siteRoute = {
  id: 'site',
  loader: ({ context }: LoaderFunctionArgs) => loadSite(context.get(loaderApi), context.get(pageOrigin)),
  // Settings, address and clock stay those of the first page.
  shouldRevalidate: () => false,
  element: <SitePage />,
  errorElement: <FailedPage />,
} satisfies RouteObject;

async function loadSite(api: Api, { siteUrl, now, readFrame }: PageOrigin): Promise<Site> {
  return {
    ...(readFrame ? await readFrame() : await fetchFrame(api)),
    siteUrl: siteUrl ?? location.origin,
    now: now ?? new Date().toISOString(),
  };
}

async function fetchFrame(api: Api): Promise<SiteFrame> {
  const pages = listPageLinks(api).catch(() => []);
  return { settings: await api.call<SiteSettings>('GET', '/settings'), pages: await pages };
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
