import { type Compression, compressInThisThread } from './compress-in-this-thread.client.ts';

self.addEventListener('message', ({ data }: MessageEvent<{ file: File; limits: Compression }>) => {
  void compressInThisThread(data).then((compressed) => self.postMessage(compressed));
});
