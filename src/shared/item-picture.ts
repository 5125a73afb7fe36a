/** One re-encoded size of an uploaded picture; `width` in pixels. */
export type PictureVariant = { url: string; type: 'image/avif' | 'image/webp'; width: number };

/** A stored picture's properties; sizes in pixels, `color` as #rrggbb. */
export type PictureInfo = { width: number; height: number; color: string; variants: PictureVariant[] };

/**
 * The point that stays in view when a picture is cropped, in whole percents from its left and top. Null: the default, which is the
 * upper third of a portrait and the centre of any other picture.
 */
export type FocalPoint = { imageFocalX: number | null; imageFocalY: number | null };

/** The picture of an article, an event or a member, as the API answers it. */
export type ItemPicture = FocalPoint & {
  /** As stored; null or empty shows a default picture. */
  imageUrl: string | null;
  /** Properties of a stored picture; null for one from elsewhere. */
  image: PictureInfo | null;
};

/** The fields of `ItemPicture`. */
export const pictureCardFields = ['imageUrl', 'image', 'imageFocalX', 'imageFocalY'] as const;

export const noFocalPoint: FocalPoint = { imageFocalX: null, imageFocalY: null };

export function pickFocalPoint({ imageFocalX, imageFocalY }: FocalPoint): FocalPoint {
  return { imageFocalX, imageFocalY };
}

/** What `ui/theme/focal-point.css` reads: the content security policy refuses style attributes. */
export function focalPointAttributes({ imageFocalX, imageFocalY }: FocalPoint) {
  return { 'data-focal-x': powersIn(imageFocalX), 'data-focal-y': powersIn(imageFocalY) };
}

/** '32 4 1' for 37. Undefined also for answers of an earlier version. */
function powersIn(percent: number | null | undefined): string | undefined {
  if (percent === null || percent === undefined) return undefined;
  return [64, 32, 16, 8, 4, 2, 1].filter((power) => percent & power).join(' ');
}

/**
 * Where a stored picture address points (spec 3): blob: and http(s) as given; a path, with or without its first
 * slash, below `host`. The site serves its own pictures, so `host` is empty except in mails and meta tags.
 */
export function pictureUrl(address: string, host = ''): string {
  if (/^(blob:|https?:\/\/)/i.test(address)) return address;
  return `${host}${address.startsWith('/') ? '' : '/'}${address}`;
}
