import { pictureMessages } from '#shared/picture-upload.ts';
import { isReallyHeic } from '../uploads.client.ts';
import { type Compressed, compressInThisThread } from './compress-in-this-thread.client.ts';

/**
 * The picture upright and small enough to upload, or unchanged when it already is. Runs in a worker.
 * @throws Error with the spec's sentence when the file is not a picture, or cannot be read or written
 */
export async function compressPicture(file: File): Promise<File> {
  const done = await inWorker(file);
  // Only some browsers read HEIC: in others the message says what to do.
  if ('failure' in done) throw new Error((await isReallyHeic(file)) ? pictureMessages.heic : done.failure);
  // A worker answers a copy. Callers compare files by identity.
  return done.file.size === file.size && done.file.name === file.name ? file : done.file;
}

/** One worker for each picture: its end frees the memory of a large photograph. */
async function inWorker(picture: File): Promise<Compressed> {
  if (!('Worker' in window)) return compressInThisThread(picture);
  const worker = new Worker(new URL('./compress-worker.client.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Compressed>((resolve) => {
      worker.onmessage = (event: MessageEvent<Compressed>) => resolve(event.data);
      // The worker's file may belong to an older version of the site.
      worker.onerror = () => resolve(compressInThisThread(picture));
      worker.onmessageerror = () => resolve({ failure: pictureMessages.previewFailed });
      worker.postMessage(picture);
    });
  } finally {
    worker.terminate();
  }
}
