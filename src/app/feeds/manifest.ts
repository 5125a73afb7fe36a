import type { SiteSettings } from '#features/settings/settings.ts';
import { barColours } from '#ui/theme/theme.ts';

const largeIcon = { src: '/icon-512.png', sizes: '512x512', type: 'image/png' };

/** The web app manifest (W3C): name and icon of the site on a phone's home screen. There is no service worker. */
export function manifest({ societyName, shortName, heroSubtitle }: SiteSettings): string {
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
