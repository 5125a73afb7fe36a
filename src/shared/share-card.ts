import type { FocalPoint } from './item-picture.ts';

/** The picture that other sites show of a link to an article, an event or a page: everything on it. */
export type ShareCard = FocalPoint & {
  kind: 'articles' | 'events' | 'pages' | 'site';
  id: number;
  society: string;
  title: string;
  /** Below the title, such as a date and a place. */
  lines: string[];
  imageUrl: string | null;
  /** Without one, the design's colours and drawing. */
  look?: CardLook | undefined;
};

/** The society's colour as #rrggbb and the address of its logo; either may be empty. */
export type CardLook = { accentColor: string; logo: string };

/** In pixels: what every network shows whole. */
export const cardSize = { width: 1200, height: 630 };

/** Google also wants the plain picture in three shapes, at least 720 pixels wide. */
export const pictureShapes = {
  '1x1': { width: 800, height: 800 },
  '4x3': { width: 1024, height: 768 },
  '16x9': { width: 1200, height: 675 },
};
export type PictureShape = keyof typeof pictureShapes;

/** Counted up when cards are drawn in another way. */
const design = 3;

/** Its address changes with what it shows, since other sites keep a picture for as long as they like. */
export function shareCardPath(card: ShareCard, shape?: PictureShape): string {
  const { kind, id, society, title, lines, imageUrl, imageFocalX, imageFocalY, look } = card;
  const focalPoint = [imageFocalX, imageFocalY].flatMap((percent) => percent ?? []);
  const hash = hashOf(
    JSON.stringify([design, society, title, lines, imageUrl, ...focalPoint, ...(look ? [look] : [])]),
  );
  return `/cards/${kind}/${id}-${hash}${shape ? `.${shape}` : ''}.jpg`;
}

/** 53 bits (cyrb53): no secret, but the same in a browser without waiting. */
export function hashOf(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2654435761);
    two = Math.imul(two ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(36);
}
