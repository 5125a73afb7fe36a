import { pictureMessages } from '#shared/picture.ts';

export type Compression = {
  /** Bytes. */
  maxBytes: number;
  /** Pixels of the longer side. */
  maxSide: number;
  /** 0 to 1, where encoding starts. */
  quality: number;
};

/** Half a megabyte, 1280 px, 0.8 (spec 5). */
export const defaultCompression: Compression = { maxBytes: 0.5 * 1024 * 1024, maxSide: 1280, quality: 0.8 };

/**
 * The picture, small enough to upload; as it is when it already was. Browsers decode and encode outside the page's thread.
 * @throws Error with the spec's sentence when the browser cannot read it
 */
export async function compressPicture(file: File, options: Partial<Compression> = {}): Promise<File> {
  const limits = { ...defaultCompression, ...options };
  const bitmap = await decode(file);
  try {
    const fit = Math.min(1, limits.maxSide / Math.max(bitmap.width, bitmap.height));
    if (fit === 1 && file.size <= limits.maxBytes) return file;
    let blob = await encode(bitmap, fit, limits.quality);
    for (let step = 1; blob.size > limits.maxBytes && step <= 8; step += 1)
      blob = await encode(bitmap, fit * 0.88 ** step, Math.max(0.5, limits.quality - step * 0.08));
    return named(blob, file.name);
  } finally {
    bitmap.close();
  }
}

async function decode(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch (error) {
    throw new Error(pictureMessages.previewFailed, { cause: error });
  }
}

async function encode(bitmap: ImageBitmap, scale: number, quality: number): Promise<Blob> {
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error(pictureMessages.previewFailed);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality });
  if (webp.type === 'image/webp') return webp;
  // A browser without a WebP encoder answers PNG; JPEG knows no transparency, so white goes underneath.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}

function named(blob: Blob, name: string): File {
  const extension = blob.type === 'image/webp' ? 'webp' : 'jpg';
  return new File([blob], `${name.replace(/\.[^.]*$/, '') || 'picture'}.${extension}`, { type: blob.type });
}
