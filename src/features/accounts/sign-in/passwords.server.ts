/**
 * Password hashes: argon2id with 19 MiB, two passes and one lane, as PHC strings (OWASP's first choice). At most two run at
 * once: they share Node's four threads with the reading of files.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { TooMany } from '#platform/errors.ts';
import { accountMessages } from '../account.ts';

const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const derive = promisify(argon2);

export function hashPassword(password: string): Promise<string> {
  return queueHashing(true, async () => {
    const nonce = randomBytes(16);
    return phcOf(nonce, await derive('argon2id', { message: password, nonce, ...parameters }));
  });
}

/** For administrators with a session. Sign-in verifies within `queueHashing`. */
export function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  return queueHashing(true, (verify) => verify(password, phc));
}

const maxRunning = 2;
const maxWaiting = 20;
const retryAfter = 5;

type Waiting = { isKnown: boolean; begin: () => void; refuse: (error: TooMany) => void };

let running = 0;
const queue: Waiting[] = [];

/**
 * Runs `work`, which may verify one password, in its turn. Known browsers go before strangers, and replace the last stranger in a
 * full queue.
 * @throws TooMany
 */
export async function queueHashing<T>(isKnown: boolean, work: (verify: typeof matchesHash) => Promise<T>): Promise<T> {
  if (running < maxRunning) running++;
  else await waitForTurn(isKnown);
  try {
    return await work(matchesHash);
  } finally {
    const next = queue.shift();
    if (next) next.begin();
    else running--;
  }
}

function waitForTurn(isKnown: boolean): Promise<void> {
  const busy = new TooMany(accountMessages.busy, retryAfter);
  if (queue.length >= maxWaiting) {
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

/** A hash that no password has. */
const dummyHash = phcOf(randomBytes(16), randomBytes(parameters.tagLength));

/**
 * False for a wrong password and for anything but an argon2id PHC string. A missing hash takes as long: the time of an answer must
 * not tell which names exist.
 */
async function matchesHash(password: string, phc: string | null): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc ?? dummyHash);
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
