/** Shown where an article has no picture, or one that fails (spec 3). */
export const defaultArticlePicture = '/defaults/article.webp';

/** One re-encoded size of an uploaded picture; `width` in pixels. */
export type PictureVariant = { url: string; type: 'image/avif' | 'image/webp'; width: number };

/** A stored picture's properties; sizes in pixels, `color` as #rrggbb. `url` is that of the copy of a picture on another site. */
export type PictureInfo = {
  width: number;
  height: number;
  color: string;
  variants: PictureVariant[];
  url?: string | undefined;
};

/**
 * The point that stays in view when a picture is cropped, in whole percents from its left and top. Null: the default, which is the
 * upper third of a portrait and the centre of any other picture.
 */
export type FocalPoint = { imageFocalX: number | null; imageFocalY: number | null };

/** The picture of an article, an event or a member, as the API answers it. */
export type ItemPicture = FocalPoint & {
  /** As stored; null or empty shows a default picture. */
  imageUrl: string | null;
  /** Properties of a stored picture, or of the copy of one from elsewhere; null without a copy. */
  image: PictureInfo | null;
};

/** Whether an address leads to another host. Browsers read a backslash as a slash. */
export function isElsewhere(address: string): boolean {
  return /^(https?:|[/\\]{2})/i.test(address);
}

/** The start of every file name in the store: milliseconds and 64 random bits, as `storePicture` makes it. */
export const pictureName = /\b\d{13}-[0-9a-f]{16}\b/;

/** The name in an address; empty where it is none of ours. */
export function pictureNameIn(address: string | null): string {
  return pictureName.exec(address ?? '')?.[0] ?? '';
}

const copyPath = '/uploads/copy?of=';

/** Where forms show a picture of another site from: an address that leads to its copy. */
export function formImageUrl(address: string): string {
  return isElsewhere(address) && !pictureName.test(address) ? copyPath + encodeURIComponent(address) : address;
}

/** What `formImageUrl` was given. */
export function writtenImageUrl(shown: string): string {
  return shown.startsWith(copyPath) ? decodeURIComponent(shown.slice(copyPath.length)) : shown;
}

/** What visitors' browsers may load of it: nothing from elsewhere without a copy. */
export function shownImageUrl({ imageUrl, image }: Pick<ItemPicture, 'imageUrl' | 'image'>): string | null {
  if (image) return image.url ?? imageUrl;
  return imageUrl && !isElsewhere(imageUrl) ? imageUrl : null;
}

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
