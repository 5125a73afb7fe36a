import { compressInThisThread } from './compress-in-this-thread.client.ts';

self.addEventListener('message', ({ data }: MessageEvent<File>) => {
  void compressInThisThread(data).then((compressed) => self.postMessage(compressed));
});
