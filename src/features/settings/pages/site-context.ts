import { createContext, useContext, useSyncExternalStore } from 'react';
import type { PageSettings } from '../settings.ts';

/** The newsletter's form at the foot of home. */
export const newsletterPlace = { id: 'newsletter', address: '/#newsletter' };

/** A link to a page that the society has written. */
export type SitePage = { title: string; path: string; place: 'menu' | 'footer' | 'none' };

/** What every public page shows around its own content. `pages` are the published ones. */
export type SiteFrame = { settings: PageSettings; pages: SitePage[] };

/** `now` is when the server made the page. */
export type Site = SiteFrame & { siteUrl: string; now: string };

export const SiteContext = createContext<Site | null>(null);

function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('A public view stands outside of the public pages');
  return site;
}

export function usePageSettings(): PageSettings {
  return useSite().settings;
}

/** The pages with this value in a field, in order. */
export function usePagesWhere(key: 'place' | 'path', value: string): SitePage[] {
  return useSite().pages.filter((page) => page[key] === value);
}

export function useSiteUrl(): string {
  return useSite().siteUrl;
}

const loadedAt = Date.now();
const tickMs = 30_000;

/** The server's clock as an ISO instant. It starts at the page's own time, so that hydration agrees, and moves every 30 s. */
export function useNow(): string {
  const { now } = useSite();
  const ticks = useSyncExternalStore(watchTicks, ticksSinceLoad, () => 0);
  return ticks === 0 ? now : new Date(Date.parse(now) + ticks * tickMs).toISOString();
}

function watchTicks(look: () => void): () => void {
  const timer = setInterval(look, tickMs);
  return () => clearInterval(timer);
}

/** Since the tab was loaded: it may have shown other pages for days. */
function ticksSinceLoad(): number {
  return Math.floor((Date.now() - loadedAt) / tickMs);
}
