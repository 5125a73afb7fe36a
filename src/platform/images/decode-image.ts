/** Decodes uploaded pictures in the process of `run-image-task.ts`. */
import { Invalid, TooMany } from '#platform/errors.ts';
import { type LogoPlate, pictureMessages, pictureTypes } from '#shared/picture-upload.ts';
import type { DecodedImage, Effort, PictureType } from './convert-image.ts';
import { type ImageResult, type ImageTask, runImageTask } from './run-image-task.ts';

/** The most pictures that may wait; each is kept in memory. */
const maxWaiting = 20;

let waiting = 0;

/**
 * Decodes one picture at a time. Keeps the first frame of an animation.
 * @throws Invalid for what is not a JPEG, PNG, WebP, AVIF or GIF by its content, does not decode, or has over 50 MP
 * @throws TooMany when many are waiting already
 */
export async function decodeImage(bytes: Buffer, effort: Effort = 'thorough'): Promise<DecodedImage> {
  const result = await runInLine(async () => ({ name: 'decode', bytes, type: await typeOf(bytes), effort }));
  if ('picture' in result) return result.picture;
  throw new Error(`The picture could not be encoded: ${'failure' in result ? result.failure : ''}`);
}

/**
 * Draws an SVG, PNG or WebP as a PNG, and tells in which schemes it needs a plate behind it.
 * @throws Invalid and TooMany as above
 */
export async function decodeLogo(bytes: Buffer): Promise<{ bytes: Buffer; plate: LogoPlate }> {
  const result = await runInLine(async () => ({ name: 'logo', bytes }));
  if ('logo' in result) return { ...result.logo, bytes: Buffer.from(result.logo.bytes) };
  throw new Error(`The logo could not be drawn: ${'failure' in result ? result.failure : ''}`);
}

async function runInLine(taskOf: () => Promise<ImageTask>): Promise<ImageResult> {
  if (waiting >= maxWaiting) throw new TooMany('Many images are waiting to be processed. Please try again.', 30);
  waiting += 1;
  try {
    const result = await runImageTask(await taskOf());
    if ('refusal' in result) throw new Invalid(result.refusal);
    return result;
  } finally {
    waiting -= 1;
  }
}

async function typeOf(bytes: Buffer): Promise<PictureType> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime as string | undefined;
  const type = found === 'image/apng' ? 'image/png' : found;
  if (type?.startsWith('image/hei')) throw new Invalid(pictureMessages.heic);
  if (type === undefined || !pictureTypes.includes(type)) throw new Invalid(pictureMessages.notAPicture);
  return type as PictureType;
}
