import { scriptLanguage } from '#shared/script.ts';

type Written = { dir: 'auto'; lang?: string };

/**
 * For the element that holds what somebody wrote: it runs in its own direction, which its neighbours do not feel, and its script
 * chooses fonts and voices. `language` is what is known of it.
 */
export function writtenIn(text: string, language?: string | null): Written {
  const lang = language ?? scriptLanguage(text);
  return lang === undefined ? { dir: 'auto' } : { dir: 'auto', lang };
}
