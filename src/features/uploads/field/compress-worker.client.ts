import { type Compression, compressHere } from './compress-here.client.ts';

self.addEventListener('message', ({ data }: MessageEvent<{ file: File; limits: Compression }>) => {
  void compressHere(data).then((compressed) => self.postMessage(compressed));
});
