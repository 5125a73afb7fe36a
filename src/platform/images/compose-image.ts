/** Draws a picture in the process of `run-image-task.ts`. */
import type { Layer } from './compose-layers.ts';
import { runImageTask } from './run-image-task.ts';

/** Returns a JPEG; waits its turn among pictures being decoded. */
export async function composeImage(whole: { width: number; height: number; layers: Layer[] }): Promise<Buffer> {
  const result = await runImageTask({ name: 'compose', ...whole });
  if ('composed' in result) return Buffer.from(result.composed);
  throw new Error(`The picture could not be drawn: ${JSON.stringify(result)}`);
}
