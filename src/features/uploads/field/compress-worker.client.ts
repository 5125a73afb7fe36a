import { pictureMessages } from '#shared/picture-upload.ts';
import type { Compressed } from './compress.client.ts';
import { type Compression, compressHere } from './compress-here.client.ts';

self.addEventListener('message', (event: MessageEvent<{ file: File; limits: Compression }>) => {
  void answer(event.data).then((compressed) => self.postMessage(compressed));
});

async function answer({ file, limits }: { file: File; limits: Compression }): Promise<Compressed> {
  if (!('createImageBitmap' in self) || !('OffscreenCanvas' in self)) return { isUnable: true };
  try {
    return { file: await compressHere(file, limits) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : pictureMessages.previewFailed };
  }
}
