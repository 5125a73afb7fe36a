import { pictureMessages, pictureTypes } from '#shared/picture-upload.ts';

/** Spec 5: the longer side in pixels, and the first quality to try. */
const limits = { maxBytes: 0.5 * 1024 * 1024, maxSide: 1280, quality: 0.8 };

/** The compressed file, or the sentence to show. */
export type Compressed = { file: File } | { failure: string };

/** Runs in the calling thread. */
export async function compressInThisThread(file: File): Promise<Compressed> {
  try {
    return { file: await compress(file) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : pictureMessages.previewFailed };
  }
}

/** A picture with transparency becomes WebP, any other JPEG, which mails can show. */
async function compress(file: File): Promise<File> {
  const bitmap = await decode(file);
  try {
    const fit = Math.min(1, limits.maxSide / Math.max(bitmap.width, bitmap.height));
    if (fit === 1 && file.size <= limits.maxBytes && pictureTypes.includes(file.type)) return file;
    let canvas = draw(bitmap, fit);
    const type = file.type !== 'image/jpeg' && isTransparent(canvas) ? 'image/webp' : 'image/jpeg';
    // A browser that cannot encode the type answers PNG.
    let blob = await canvas.convertToBlob({ type, quality: limits.quality });
    for (let step = 1; blob.size > limits.maxBytes && step <= 10; step += 1) {
      canvas = draw(bitmap, fit * 0.88 ** step);
      blob = await canvas.convertToBlob({ type, quality: Math.max(0.5, limits.quality - step * 0.08) });
    }
    return named(blob, file.name);
  } finally {
    bitmap.close();
  }
}

/** Upright: browsers apply the camera's orientation. */
async function decode(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch (error) {
    // An unreadable file gets another message than one that is not a picture.
    const isNoPicture = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new Error(isNoPicture ? pictureMessages.notAPicture : pictureMessages.previewFailed, { cause: error });
  }
}

function draw(bitmap: ImageBitmap, scale: number): OffscreenCanvas {
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

function contextOf(canvas: OffscreenCanvas) {
  const context = canvas.getContext('2d');
  if (!context) throw new Error(pictureMessages.previewFailed);
  return context;
}

function isTransparent(canvas: OffscreenCanvas): boolean {
  const { data } = contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

const extensions: Record<string, string> = { 'image/webp': 'webp', 'image/png': 'png' };

function named(blob: Blob, name: string): File {
  const { type } = blob;
  const isJpegName = type === 'image/jpeg' && /\.jpe?g$/i.test(name);
  const base = name.replace(/\.[^.]*$/, '') || 'picture';
  return new File([blob], isJpegName ? name : `${base}.${extensions[type] ?? 'jpg'}`, { type });
}
