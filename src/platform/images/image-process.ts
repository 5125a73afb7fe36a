/** The child process of `run-image-task.ts`: does one task after the other and exits with its parent. */
import { Invalid } from '#platform/errors.ts';
import { composeLayers } from './compose-layers.ts';
import { convertImage } from './convert-image.ts';
import { convertLogo, drawIcon } from './convert-logo.ts';
import type { ImageResult, ImageTask } from './run-image-task.ts';

process.on('message', (task: ImageTask) => {
  void run(task)
    .catch(
      (error: unknown): ImageResult =>
        error instanceof Invalid
          ? { refusal: error.message }
          : { failure: error instanceof Error ? error.message : '' },
    )
    .then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
// Ctrl-C and a host's stop signal every process of the group, but the site still finishes the current picture.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

async function run(task: ImageTask): Promise<ImageResult> {
  if (task.name === 'logo') return { logo: await convertLogo(task.bytes) };
  if (task.name === 'icon') return { composed: await drawIcon(task.bytes, task.size, task.ground) };
  if (task.name === 'compose') return { composed: await composeLayers(task) };
  return { picture: await convertImage(task.bytes, task.type, task.effort) };
}
