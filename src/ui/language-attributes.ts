import { languageOfScript } from '#shared/script-language.ts';

/** Of the page that the server renders, which takes one turn. The browser reads it from the document. */
let textLanguage: string | undefined;

export function setTextLanguage(language: string | undefined): void {
  textLanguage = language;
}

type Written = { dir: 'auto'; lang: string | undefined; suppressHydrationWarning: true };

/**
 * Attributes for an element with text that people wrote: its own direction, which does not affect its neighbours, and its language,
 * which chooses fonts and voices. `known` is that language; otherwise the script tells it, only on the server: the browser keeps
 * what came with the page, and the first page stays light. What neither tells is in the society's language.
 */
export function languageAttributes(text: string, known?: string): Written {
  const lang =
    known ?? (import.meta.env.SSR ? (languageOfScript(text) ?? textLanguage) : document.documentElement.dataset.texts);
  return { dir: 'auto', lang, suppressHydrationWarning: true };
}

/** For a whole text; its blocks have a direction of their own. */
export function isRightToLeft(lang: string | undefined): boolean {
  return /^(ar|fa|ur|he|yi|ps|ug|dv)\b/.test(lang ?? '');
}
