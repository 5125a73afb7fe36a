/** sanitize-html, loaded when it is first needed: a site that shows pages and no more never runs its 65 files. */
import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';

let loaded: typeof sanitizeHtml | undefined;

export function cleanHtml(html: string, options: sanitizeHtml.IOptions): string {
  loaded ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml;
  return loaded(html, options);
}
