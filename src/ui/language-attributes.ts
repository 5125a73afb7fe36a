import { scriptLanguage } from '#shared/script-language.ts';

type Written = { dir: 'auto'; lang: string | undefined; suppressHydrationWarning: true };

/**
 * For the element that holds what someone wrote: it runs in its own direction, which its neighbours do not feel, and its language
 * chooses fonts and voices. `known` is that language; else the script tells it, on the server alone: the browser leaves what came
 * with the page as it is, and the first page stays light.
 */
export function languageAttributes(text: string, known?: string): Written {
  const lang = known ?? (import.meta.env.SSR ? scriptLanguage(text) : undefined);
  return { dir: 'auto', lang, suppressHydrationWarning: true };
}
