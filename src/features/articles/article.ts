import { countOf } from '#shared/text.ts';

export const articleLimits = { title: 200, description: 250, excerpt: 300, imageAlt: 250 } as const;

/** What one article may have: bytes of its words, bytes with its formatting, tags. A very long one has some hundreds of tags. */
const most = { text: 300_000, html: 5_000_000, tags: 20_000 } as const;

export const articleMessages = {
  notFound: 'Article not found',
  required: 'Title and description are required',
  emptyContent: 'Article content cannot be empty',
  tooLong: (part: keyof typeof most, length: number) =>
    `This article is too long: ${amounts[part](length)}. Please split it in two.`,
  tooLarge: 'This article is too long: with its formatting it may have 2 MB. Please split it in two.',
  tooMuch: 'This article is too long: it could not be read in time. Please split it in two.',
  deleted: 'Article deleted successfully',
  saved: 'Article saved successfully.',
  publishedAndSent: 'Article published and newsletter sent.',
} as const;

export const articleByline = 'By One Health Student Society';

const amounts: Record<keyof typeof most, (length: number) => string> = {
  text: (bytes) => `it has ${thousands(bytes)} kB of text, and ${thousands(most.text)} kB are allowed`,
  html: (bytes) => `with its formatting it has ${thousands(bytes)} kB, and ${thousands(most.html)} kB are allowed`,
  tags: (tags) =>
    `it has ${tags.toLocaleString('en')} pieces of formatting, and ${most.tags.toLocaleString('en')} are allowed`,
};

/** Rounded up, so that what is beyond a limit never reads as the limit. */
function thousands(bytes: number): string {
  return Math.ceil(bytes / 1000).toLocaleString('en');
}

/** True when nothing remains after removing empty paragraphs; a picture counts as content (spec 5). */
export function isEmptyContent(html: string): boolean {
  if (/<img\b|class="picture-coming"/i.test(html)) return false;
  return !/[^\s\u200b\ufeff]/.test(html.replace(/<[^<>]*>/g, '').replaceAll('&nbsp;', ''));
}

export function isTooLong(part: keyof typeof most, length: number): boolean {
  return length > most[part];
}

/** As the database counts them. */
export function contentBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function tagCount(html: string): number {
  return html.split('<').length - 1;
}

/** How much text the HTML has at least, without reading it as the server does: what is too long here is so there. */
export function leastTextBytes(html: string): number {
  const text = html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|quot);/g, '.')
    .replace(/&(amp|nbsp);/g, (_, name: string) => (name === 'amp' ? '.' : ' '))
    .replace(/\s+/g, ' ');
  return contentBytes(text.trim());
}

/** '1 article found', '2 articles found', with ' for "term"' while searching (A8). */
export function articlesFound(count: number, term: string): string {
  return `${countOf(count, 'article')} found${term ? ` for "${term}"` : ''}`;
}

/** The date a card or page shows: `publishedAt`, else `createdAt`, else null. */
export function articleDate(article: { publishedAt: string | null; createdAt: string | null }): string | null {
  return article.publishedAt ?? article.createdAt ?? null;
}

export function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

/** Whole minutes at 220 words a minute, at least 1. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / 220));
}
