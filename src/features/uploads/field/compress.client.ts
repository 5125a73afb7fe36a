import { pictureMessages } from '#shared/picture-upload.ts';
import { isHeic } from '../uploads.client.ts';
import { type Compression, compressHere } from './compress-here.client.ts';

/** Spec 5. */
export const defaultCompression: Compression = { maxBytes: 0.5 * 1024 * 1024, maxSide: 1280, quality: 0.8 };

/** The worker's answer. Without a file it has the sentence to show, or says that this browser cannot do it in a worker. */
export type Compressed = { file: File } | { failure: string } | { isUnable: true };

/**
 * The picture upright and small enough to upload, or unchanged when it already is. Runs in a worker where the browser can.
 * @throws Error with the spec's sentence when the file is no picture, or cannot be read or written
 */
export async function compressPicture(file: File, options: Partial<Compression> = {}): Promise<File> {
  const limits = { ...defaultCompression, ...options };
  const done = await inWorker(file, limits);
  // A worker answers a copy. Callers compare files by identity.
  if ('file' in done) return done.file.size === file.size && done.file.name === file.name ? file : done.file;
  if ('failure' in done) throw new Error(sentenceFor(file, done.failure));
  return compressHere(file, limits).catch((error: unknown) => {
    throw new Error(sentenceFor(file, error instanceof Error ? error.message : pictureMessages.previewFailed));
  });
}

/** Only some browsers read HEIC: anyone who uses another is told what to do. */
function sentenceFor(file: File, failure: string): string {
  return isHeic(file) ? pictureMessages.heic : failure;
}

/** One worker for each picture: its end frees the memory of a large photograph. */
async function inWorker(file: File, limits: Compression): Promise<Compressed> {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return { isUnable: true };
  const worker = new Worker(new URL('./compress-worker.client.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Compressed>((resolve) => {
      worker.onmessage = (event: MessageEvent<Compressed>) => resolve(event.data);
      // The worker's file may belong to an older version of the site.
      worker.onerror = () => resolve({ isUnable: true });
      worker.onmessageerror = () => resolve({ failure: pictureMessages.previewFailed });
      worker.postMessage({ file, limits });
    });
  } finally {
    worker.terminate();
  }
}
