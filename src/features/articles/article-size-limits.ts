/** How long an article may be. Separate from `article.ts` because no public page needs it. */

/** The limits of one article: bytes of text, bytes with formatting, tags. A very long one has some hundreds of tags. */
const most = { text: 300_000, html: 5_000_000, tags: 20_000 } as const;

type Part = keyof typeof most;

export const tooLarge = 'This text is too long: with its formatting it can have at most 2 MB. Please split it in two.';
export const tooMuch = 'This text is too long: it could not be read in time. Please split it in two.';

/** Null while it is short enough. */
export function tooLongSentence(part: Part, length: number): string | null {
  return length > most[part] ? `This text is too long: ${amounts[part](length)}. Please split it in two.` : null;
}

const amounts: Record<Part, (length: number) => string> = {
  text: (bytes) => `it has ${thousands(bytes)} kB of text, and ${thousands(most.text)} kB are allowed`,
  html: (bytes) => `with its formatting it has ${thousands(bytes)} kB, and ${thousands(most.html)} kB are allowed`,
  tags: (tags) =>
    `it has ${tags.toLocaleString('en')} pieces of formatting, and ${most.tags.toLocaleString('en')} are allowed`,
};

/** Rounded up, so that a size beyond a limit never reads as the limit. */
function thousands(bytes: number): string {
  return Math.ceil(bytes / 1000).toLocaleString('en');
}

/** Most articles are shorter: handling them takes 10 ms at most, less than starting a thread. */
export function isQuickToRender(html: string): boolean {
  return html.length <= 10_000 && countTags(html) <= 400;
}

/** Counted as the database counts. */
export function contentBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function countTags(html: string): number {
  return html.split('<').length - 1;
}
