import type { PictureInfo } from '#shared/item-picture.ts';

export const articleLimits = { title: 200, description: 250, excerpt: 300, imageAlt: 250 } as const;

/** In pixels, as in article.module.css: a picture as wide as the page, and the narrowest that is not blurred there. */
export const wideWidth = 1096;
export const leastWide = wideWidth * 0.8;

type WithPicture = { image?: Pick<PictureInfo, 'width' | 'height'> | null };

/** Of a lead picture that stands beside the title: one that is upright, or would be blurred at the width of the page. */
export function shapeBeside({ image }: WithPicture): 'upright' | 'small' | undefined {
  if (!image) return undefined;
  if (image.height > image.width) return 'upright';
  return image.width < leastWide ? 'small' : undefined;
}

/** The `sizes` of a lead picture. */
export function leadPictureSizes(item: WithPicture): string {
  return shapeBeside(item) ? '(min-width: 48rem) 336px, 100vw - 2rem' : `min(${wideWidth}px, 100vw - 2rem)`;
}

/** 'By One Health Student Society' while the society has not been renamed. */
export function articleByline(societyName: string): string {
  return `By ${societyName}`;
}

/** True when nothing remains after removing empty paragraphs; a picture counts as content (spec 5). */
export function isEmptyContent(html: string): boolean {
  if (/<img\b|class="picture-coming"/i.test(html)) return false;
  return !/[^\s\u200b\ufeff]/.test(html.replace(/<[^<>]*>/g, '').replaceAll('&nbsp;', ''));
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
