/**
 * Password hashes: argon2id with 19 MiB, two passes and one lane, kept as PHC strings (OWASP's first choice). Two are worked
 * on at once: Node has four threads for such work, which also read files.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { TooMany } from '#platform/errors.ts';
import { accountMessages } from '../account.ts';

const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const derive = promisify(argon2);

export function hashPassword(password: string): Promise<string> {
  return inTurn(true, async () => {
    const nonce = randomBytes(16);
    return phcOf(nonce, await derive('argon2id', { message: password, nonce, ...parameters }));
  });
}

/** For whoever is known by a session; a stranger's password is looked at within `inTurn`. */
export function isPassword(password: string, phc: string | null): Promise<boolean> {
  return inTurn(true, (isIt) => isIt(password, phc));
}

const mostAtOnce = 2;
const mostWaiting = 20;
const retryAfter = 5;

type Waiting = { isKnown: boolean; begin: () => void; refuse: (error: TooMany) => void };

let atWork = 0;
const queue: Waiting[] = [];

/**
 * Does `work`, which may look at one password, when it is its turn. Whoever is known goes before strangers, and takes the
 * place of the last of them where the queue is full.
 * @throws TooMany
 */
export async function inTurn<T>(isKnown: boolean, work: (isIt: typeof matches) => Promise<T>): Promise<T> {
  if (atWork < mostAtOnce) atWork++;
  else await wait(isKnown);
  try {
    return await work(matches);
  } finally {
    const next = queue.shift();
    if (next) next.begin();
    else atWork--;
  }
}

function wait(isKnown: boolean): Promise<void> {
  const busy = new TooMany(accountMessages.busy, retryAfter);
  if (queue.length >= mostWaiting) {
    const last = queue.at(-1);
    if (!isKnown || !last || last.isKnown) throw busy;
    queue.pop();
    last.refuse(busy);
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const strangersAt = queue.findIndex((one) => !one.isKnown);
  const place = isKnown && strangersAt >= 0 ? strangersAt : queue.length;
  queue.splice(place, 0, { isKnown, begin: resolve, refuse: reject });
  return promise;
}

/** Looks like a hash and belongs to no password. */
const nobodys = phcOf(randomBytes(16), randomBytes(parameters.tagLength));

/**
 * False for a wrong password and for a string that is not a PHC string of argon2id. Without a hash it costs as much as with
 * one, so that the time of an answer tells nobody which names exist.
 */
async function matches(password: string, phc: string | null): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc ?? nobodys);
  if (!match) return false;
  const [, memory, passes, parallelism, nonce = '', tag = ''] = match;
  const expected = Buffer.from(tag, 'base64');
  const hash = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(hash, expected);
}

function phcOf(nonce: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(hash)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
