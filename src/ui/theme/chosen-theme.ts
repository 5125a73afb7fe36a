/** The colour scheme that a visitor chose. Without a choice the page follows the system. */
export type Theme = 'light' | 'dark';

/** A phone's browser paints its own bar in them. The same as --bar in tokens.css. */
export const barColours = { light: '#fbf8f1', dark: '#181f15' };

const year = 365 * 24 * 3600;

/** Reads it from a Cookie header. */
export function chosenTheme(cookies: string | null): Theme | undefined {
  return /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookies ?? '')?.[1] as Theme | undefined;
}

/** The cookie lasts a year. From then on the server renders the chosen scheme. */
export function switchTheme(): void {
  const root = document.documentElement;
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.content = getComputedStyle(root).getPropertyValue('--bar');
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=${year}; samesite=lax`;
}
