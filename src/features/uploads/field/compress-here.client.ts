import { pictureMessages } from '#shared/picture-upload.ts';

export type Compression = {
  /** Bytes. */
  maxBytes: number;
  /** Pixels of the longer side. */
  maxSide: number;
  /** 0 to 1, where encoding starts. */
  quality: number;
};

type Canvas = OffscreenCanvas | HTMLCanvasElement;

/** In whatever thread it is called. What lets light through becomes WebP, everything else JPEG, which mails can show. */
export async function compressHere(file: File, limits: Compression): Promise<File> {
  const bitmap = await decode(file);
  try {
    const fit = Math.min(1, limits.maxSide / Math.max(bitmap.width, bitmap.height));
    if (fit === 1 && file.size <= limits.maxBytes) return file;
    let canvas = draw(bitmap, fit);
    const type = file.type !== 'image/jpeg' && isTransparent(canvas) ? 'image/webp' : 'image/jpeg';
    let blob = await encode(canvas, type, limits.quality);
    for (let step = 1; blob.size > limits.maxBytes && step <= 10; step += 1) {
      canvas = draw(bitmap, fit * 0.88 ** step);
      blob = await encode(canvas, type, Math.max(0.5, limits.quality - step * 0.08));
    }
    return named(blob, file.name);
  } finally {
    bitmap.close();
  }
}

/** Upright: browsers follow what the camera noted. */
async function decode(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch (error) {
    // A file that was removed meanwhile cannot be read either, but has another message.
    const isNoPicture = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new Error(isNoPicture ? pictureMessages.notAPicture : pictureMessages.previewFailed, { cause: error });
  }
}

function draw(bitmap: ImageBitmap, scale: number): Canvas {
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = newCanvas(width, height);
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

function newCanvas(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}

function contextOf(canvas: Canvas) {
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D | null;
  if (!context) throw new Error(pictureMessages.previewFailed);
  return context;
}

function isTransparent(canvas: Canvas): boolean {
  const { data } = contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

/** PNG from a browser that cannot write the type. */
async function encode(canvas: Canvas, type: string, quality: number): Promise<Blob> {
  const blob =
    'convertToBlob' in canvas
      ? await canvas.convertToBlob({ type, quality })
      : await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
  if (!blob) throw new Error(pictureMessages.previewFailed);
  return blob;
}

const extensions: Record<string, string> = { 'image/webp': 'webp', 'image/png': 'png' };

function named(blob: Blob, name: string): File {
  const { type } = blob;
  const isJpegName = type === 'image/jpeg' && /\.jpe?g$/i.test(name);
  const base = name.replace(/\.[^.]*$/, '') || 'picture';
  return new File([blob], isJpegName ? name : `${base}.${extensions[type] ?? 'jpg'}`, { type });
}
