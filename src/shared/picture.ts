/** One re-encoded size of an uploaded picture; `width` in pixels. */
export type PictureVariant = { url: string; type: 'image/avif' | 'image/webp'; width: number };

/** What the server knows of a picture that it stores itself; sizes in pixels, `color` as #rrggbb. */
export type PictureInfo = { width: number; height: number; color: string; variants: PictureVariant[] };

/** Types that may be uploaded (E5). */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

/** 5 MB, in bytes. */
export const maxPictureBytes = 5 * 1024 * 1024;

export const pictureMessages = {
  notAPicture: 'Please select a valid image file',
  tooLarge: 'Image size must be less than 5MB',
  previewFailed: 'Failed to process image. Please try again.',
  noPublicUrl: 'Failed to generate public URL',
  gone: (name: string) => `The picture “${name}” is no longer on the site: choose it again.`,
} as const;

/**
 * Where a stored picture address points (spec 3): blob: and http(s) as given; a path, with or without its first
 * slash, below `host`. The site serves its own pictures, so `host` is empty except in mails and meta tags.
 */
export function pictureUrl(address: string, host = ''): string {
  if (/^(blob:|https?:\/\/)/i.test(address)) return address;
  return `${host}${address.startsWith('/') ? '' : '/'}${address}`;
}
