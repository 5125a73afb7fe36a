import { createContext, useContext, useEffect, useState } from 'react';
import type { SiteSettings } from '../settings.ts';

/** Where the newsletter's form stands: at the foot of home. */
export const newsletterPlace = { id: 'newsletter', address: '/#newsletter' };

/** What every public page knows: the settings, where the site lives, and when the server made the page. */
export type Site = { settings: SiteSettings; siteUrl: string; now: string };

export const SiteContext = createContext<Site | null>(null);

function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('A public view stands outside of the public pages');
  return site;
}

export function useSettings(): SiteSettings {
  return useSite().settings;
}

export function useSiteUrl(): string {
  return useSite().siteUrl;
}

/** The server's clock as an ISO instant: the page's own at first, so that hydration agrees, then going on by half minutes. */
export function useNow(): string {
  const { now } = useSite();
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const started = performance.now();
    const timer = setInterval(() => setPassed(performance.now() - started), 30_000);
    return () => clearInterval(timer);
  }, []);
  return passed === 0 ? now : new Date(Date.parse(now) + passed).toISOString();
}
