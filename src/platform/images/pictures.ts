/**
 * Takes in uploaded pictures in a process of its own: what decoding them needs goes back to the system when it ends, and a
 * picture that makes the decoder fall takes nothing else with it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Invalid, TooMany } from '#platform/errors.ts';
import { pictureMessages, pictureTypes } from '#shared/picture.ts';
import type { Pace, PictureType, ProcessedPicture } from './take-in.ts';

export type PictureQuestion = { bytes: Uint8Array; type: PictureType; pace: Pace };
export type PictureAnswer = { picture: ProcessedPicture } | { refusal: string } | { failure: string };

const script = fileURLToPath(new URL('./picture-process.ts', import.meta.url));
const code = ['../../../src/', '../../../node_modules/', '../../../package.json'];

/**
 * It reads its own program and nothing else, writes nothing, starts nothing: pictures come and go by its channel. Node 24 knows
 * no such flag for the network, and none of them binds what a fault in the decoder itself could do.
 */
export const pictureProcessFlags = [
  '--permission',
  // It reads files past the permissions.
  '--no-experimental-sqlite',
  // sharp is one.
  ...['--allow-addons', '--disable-warning=PERM0001'],
  ...code.map((place) => `--allow-fs-read=${fileURLToPath(new URL(place, import.meta.url))}`),
];

/** Each that waits holds its bytes. */
const mostWaiting = 20;
const longestWorkMs = 90_000;
/** A second picture often follows the first. */
const idleMs = 10_000;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();
let running: ChildProcess | null = null;
let idle: NodeJS.Timeout | undefined;

/**
 * One picture at a time, so that several uploads at once do not fill the memory. Of an animation the first frame stays.
 * @throws Invalid for what is not a JPEG, PNG, WebP, AVIF or GIF by its content, does not decode, or has over 50 MP
 * @throws TooMany when many are waiting already
 */
export async function processPicture(bytes: Buffer, pace: Pace = 'thorough'): Promise<ProcessedPicture> {
  if (waiting >= mostWaiting) throw new TooMany('Many images are waiting to be processed. Please try again.', 30);
  waiting += 1;
  const turn = last.then(() => takeTurn(bytes, pace));
  last = turn.catch(() => undefined);
  return turn.finally(() => (waiting -= 1));
}

async function takeTurn(bytes: Buffer, pace: Pace): Promise<ProcessedPicture> {
  const answer = await ask({ bytes, type: await typeOf(bytes), pace });
  if ('picture' in answer) return answer.picture;
  if ('refusal' in answer) throw new Invalid(answer.refusal);
  throw new Error(`The picture could not be encoded: ${answer.failure}`);
}

async function typeOf(bytes: Buffer): Promise<PictureType> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime as string | undefined;
  const type = found === 'image/apng' ? 'image/png' : found;
  if (type === undefined || !pictureTypes.includes(type)) throw new Invalid(pictureMessages.notAPicture);
  return type as PictureType;
}

async function ask(question: PictureQuestion): Promise<PictureAnswer> {
  clearTimeout(idle);
  const child = running ?? start();
  running = child;
  child.ref();
  child.channel?.ref();
  const tooLong = setTimeout(() => child.kill('SIGKILL'), longestWorkMs);
  const over = new AbortController();
  try {
    const answered = once(child, 'message', over).then(([answer]) => answer as PictureAnswer);
    const fallen = once(child, 'exit', over).then((): PictureAnswer => ({ refusal: pictureMessages.notAPicture }));
    child.send(question);
    return await Promise.race([answered, fallen]);
  } finally {
    over.abort();
    clearTimeout(tooLong);
    rest(child);
  }
}

function start(): ChildProcess {
  // Nothing secret for a program that reads what strangers made; and of its memory glibc would keep a heap a thread.
  const given = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot'].map((name) => [name, process.env[name]]);
  const env = { ...Object.fromEntries(given.filter(([, value]) => value)), MALLOC_ARENA_MAX: '2' };
  const child = fork(script, {
    env,
    execArgv: pictureProcessFlags,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('error', () => child.kill('SIGKILL'));
  child.once('exit', () => {
    if (running === child) running = null;
  });
  return child;
}

/** Does not keep the site from ending. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  idle = setTimeout(() => {
    if (running === child) running = null;
    child.disconnect();
  }, idleMs).unref();
}
