import { pictureMessages } from '#shared/picture-upload.ts';
import { type Compression, compressHere } from './compress-here.client.ts';

/** Half a megabyte, 1280 px, 0.8 (spec 5). */
export const defaultCompression: Compression = { maxBytes: 0.5 * 1024 * 1024, maxSide: 1280, quality: 0.8 };

/** What the worker answers; without a file it names the sentence to show, or that this browser cannot do it there. */
export type Compressed = { file: File } | { failure: string } | { isUnable: true };

/**
 * The picture, small enough to upload, upright; as it is when it already was. Beside the page's own thread where the
 * browser can.
 * @throws Error with the spec's sentence when the bytes are no picture, or cannot be read or written
 */
export async function compressPicture(file: File, options: Partial<Compression> = {}): Promise<File> {
  const limits = { ...defaultCompression, ...options };
  const done = await inWorker(file, limits);
  // From a worker comes a copy: whoever asks whether it is the same picture looks at the file.
  if ('file' in done) return done.file.size === file.size && done.file.name === file.name ? file : done.file;
  if ('failure' in done) throw new Error(done.failure);
  return compressHere(file, limits);
}

/** A worker for each picture: when it ends, the memory of a large photograph is free again. */
async function inWorker(file: File, limits: Compression): Promise<Compressed> {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return { isUnable: true };
  const worker = new Worker(new URL('./compress-worker.client.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Compressed>((resolve) => {
      worker.onmessage = (event: MessageEvent<Compressed>) => resolve(event.data);
      // Its file may have been part of an older version of the site.
      worker.onerror = () => resolve({ isUnable: true });
      worker.onmessageerror = () => resolve({ failure: pictureMessages.previewFailed });
      worker.postMessage({ file, limits });
    });
  } finally {
    worker.terminate();
  }
}
