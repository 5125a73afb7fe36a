/** One re-encoded size of an uploaded picture; `width` in pixels. */
export type PictureVariant = { url: string; type: 'image/avif' | 'image/webp'; width: number };

/** What the server knows of a picture that it stores itself; sizes in pixels, `color` as #rrggbb. */
export type PictureInfo = { width: number; height: number; color: string; variants: PictureVariant[] };

/**
 * Where a stored picture address points (spec 3): blob: and http(s) as given; a path, with or without its first
 * slash, below `host`. The site serves its own pictures, so `host` is empty except in mails and meta tags.
 */
export function pictureUrl(address: string, host = ''): string {
  if (/^(blob:|https?:\/\/)/i.test(address)) return address;
  return `${host}${address.startsWith('/') ? '' : '/'}${address}`;
}
