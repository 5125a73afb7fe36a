/**
 * Decodes uploaded pictures in a child process: its memory returns to the system when it exits, and a picture that crashes
 * the decoder crashes nothing else.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Invalid, TooMany } from '#platform/errors.ts';
import { pictureMessages, pictureTypes } from '#shared/picture.ts';
import type { DecodedImage, Effort, PictureType } from './convert-image.ts';

export type DecodeRequest = { bytes: Uint8Array; type: PictureType; effort: Effort };
export type DecodeResult = { picture: DecodedImage } | { refusal: string } | { failure: string };

const script = fileURLToPath(new URL('./decoder-process.ts', import.meta.url));
const programPaths = ['../../../src/', '../../../node_modules/', '../../../package.json'];

/**
 * The process may read its own program; it may not write or start anything. Pictures pass through its channel. Node 24 has no
 * such flag for the network, and none of them limits native code in the decoder.
 */
export const decoderFlags = [
  '--permission',
  // SQLite opens files past the permission model.
  '--no-experimental-sqlite',
  // sharp is an addon.
  '--allow-addons',
  '--disable-warning=PERM0001',
  ...programPaths.map((path) => `--allow-fs-read=${fileURLToPath(new URL(path, import.meta.url))}`),
];

/** Each waiting picture holds its bytes in memory. */
const maxWaiting = 20;
const timeoutMs = 90_000;
/** The process stays for the next picture this long. */
const idleMs = 10_000;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();
let running: ChildProcess | null = null;
let idle: NodeJS.Timeout | undefined;

/**
 * Decodes one picture at a time, so that parallel uploads do not fill the memory. Keeps the first frame of an animation.
 * @throws Invalid for what is not a JPEG, PNG, WebP, AVIF or GIF by its content, does not decode, or has over 50 MP
 * @throws TooMany when many are waiting already
 */
export async function decodeImage(bytes: Buffer, effort: Effort = 'thorough'): Promise<DecodedImage> {
  if (waiting >= maxWaiting) throw new TooMany('Many images are waiting to be processed. Please try again.', 30);
  waiting += 1;
  const turn = last.then(() => decodeNext(bytes, effort));
  last = turn.catch(() => undefined);
  return turn.finally(() => (waiting -= 1));
}

async function decodeNext(bytes: Buffer, effort: Effort): Promise<DecodedImage> {
  const result = await sendToProcess({ bytes, type: await typeOf(bytes), effort });
  if ('picture' in result) return result.picture;
  if ('refusal' in result) throw new Invalid(result.refusal);
  throw new Error(`The picture could not be encoded: ${result.failure}`);
}

async function typeOf(bytes: Buffer): Promise<PictureType> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime as string | undefined;
  const type = found === 'image/apng' ? 'image/png' : found;
  if (type === undefined || !pictureTypes.includes(type)) throw new Invalid(pictureMessages.notAPicture);
  return type as PictureType;
}

async function sendToProcess(request: DecodeRequest): Promise<DecodeResult> {
  clearTimeout(idle);
  const child = running ?? startProcess();
  running = child;
  child.ref();
  child.channel?.ref();
  const timeout = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const ended = new AbortController();
  try {
    const decoded = once(child, 'message', ended).then(([result]) => result as DecodeResult);
    const crashed = once(child, 'exit', ended).then((): DecodeResult => ({ refusal: pictureMessages.notAPicture }));
    child.send(request);
    return await Promise.race([decoded, crashed]);
  } finally {
    ended.abort();
    clearTimeout(timeout);
    stopWhenIdle(child);
  }
}

function startProcess(): ChildProcess {
  // No secrets for a program that parses strangers' files. Two malloc arenas: glibc would keep one for each thread.
  const passed = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot'].map((name) => [name, process.env[name]]);
  const env = { ...Object.fromEntries(passed.filter(([, value]) => value)), MALLOC_ARENA_MAX: '2' };
  const child = fork(script, {
    env,
    execArgv: decoderFlags,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('error', () => child.kill('SIGKILL'));
  child.once('exit', () => {
    if (running === child) running = null;
  });
  return child;
}

/** An idle process does not keep the site running. */
function stopWhenIdle(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  idle = setTimeout(() => {
    if (running === child) running = null;
    child.disconnect();
  }, idleMs).unref();
}
