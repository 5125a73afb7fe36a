/**
 * Has a child process decode and draw pictures: its memory returns to the system when it exits, and a picture that
 * crashes it crashes nothing else.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type LogoPlate, pictureMessages } from '#shared/picture-upload.ts';
import type { Layer } from './compose-layers.ts';
import type { DecodedImage, Effort, PictureType } from './convert-image.ts';

export type ImageTask =
  | { name: 'decode'; bytes: Uint8Array; type: PictureType; effort: Effort }
  | { name: 'logo'; bytes: Uint8Array }
  | { name: 'icon'; bytes: Uint8Array; size: number; ground: string | null }
  | { name: 'compose'; width: number; height: number; layers: Layer[] };

export type ImageResult =
  | { picture: DecodedImage }
  | { logo: { bytes: Uint8Array; plate: LogoPlate } }
  | { composed: Uint8Array }
  | { refusal: string }
  | { failure: string };

const script = fileURLToPath(new URL('./image-process.ts', import.meta.url));
const fontsConfig = fileURLToPath(new URL('./fonts/fonts.conf', import.meta.url));
const programPaths = ['../../../src/', '../../../node_modules/', '../../../package.json'];

/**
 * The process may read its own program, but not write or start anything. Pictures pass through its channel. Node 24 has no such
 * flag for the network, and the flags do not bind native code in the decoder.
 */
export const imageProcessFlags = [
  '--permission',
  // SQLite opens files past the permission model.
  '--no-experimental-sqlite',
  // sharp is an addon.
  '--allow-addons',
  '--disable-warning=PERM0001',
  ...programPaths.map((path) => `--allow-fs-read=${fileURLToPath(new URL(path, import.meta.url))}`),
];

const timeoutMs = 90_000;
/** How long the process waits for the next picture. */
const idleMs = 10_000;

/** Without its result: megabytes, which would stay until the next. */
let last: Promise<void> = Promise.resolve();
let running: ChildProcess | null = null;
let idle: NodeJS.Timeout | undefined;

/** Runs one task at a time, which bounds the memory. A task that crashes the process is refused. */
export function runImageTask(task: ImageTask): Promise<ImageResult> {
  const turn = last.then(() => sendToProcess(task));
  last = turn.catch(() => {}).then(() => {});
  return turn;
}

/** Draws a JPEG; waits its turn among pictures being decoded. */
export async function composeImage(whole: { width: number; height: number; layers: Layer[] }): Promise<Buffer> {
  const result = await runImageTask({ name: 'compose', ...whole });
  if ('composed' in result) return Buffer.from(result.composed);
  throw new Error(`The picture could not be drawn: ${JSON.stringify(result)}`);
}

async function sendToProcess(task: ImageTask): Promise<ImageResult> {
  clearTimeout(idle);
  const child = running ?? startProcess();
  running = child;
  child.ref();
  child.channel?.ref();
  let isLate = false;
  const timeout = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, timeoutMs);
  const ended = new AbortController();
  try {
    const done = once(child, 'message', ended).then(([result]) => result as ImageResult);
    const crashed = once(child, 'exit', ended).then((): ImageResult => {
      // A busy machine is no fault of the picture.
      return { refusal: isLate ? pictureMessages.previewFailed : pictureMessages.notAPicture };
    });
    child.send(task);
    return await Promise.race([done, crashed]);
  } finally {
    ended.abort();
    clearTimeout(timeout);
    stopWhenIdle(child);
  }
}

function startProcess(): ChildProcess {
  // No secrets in the environment of a program that parses strangers' files. Two malloc arenas: glibc would keep one for each thread.
  const passed = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot'].map((name) => [name, process.env[name]]);
  const fonts = { FONTCONFIG_FILE: fontsConfig, XDG_CACHE_HOME: tmpdir() };
  const env = { ...Object.fromEntries(passed.filter(([, value]) => value)), ...fonts, MALLOC_ARENA_MAX: '2' };
  const child = fork(script, {
    env,
    execArgv: imageProcessFlags,
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
