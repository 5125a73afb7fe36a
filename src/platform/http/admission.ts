/**
 * Admission control: limits the requests in work in each lane, and the unfinished ones of one network. A body is read before
 * its request takes a place, so that a slow sender blocks nobody.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Lane = keyof typeof lanes;

/** Concurrent requests, in all and of one network. Files and pictures keep their place until they are read. */
const lanes = {
  visitors: { places: 128, ofOneNetwork: 128 },
  administrators: { places: 128, ofOneNetwork: 128 },
  files: { places: 512, ofOneNetwork: 256 },
  pictures: { places: 512, ofOneNetwork: 128 },
  sessions: { places: 64, ofOneNetwork: 32 },
};

const unfinishedOfOneNetwork = 8;
/** Of all bodies that are being received, together. */
const maxUnfinishedBytes = 64 * 1024 * 1024;

export type Admission = ReturnType<typeof createAdmission>;

export function createAdmission() {
  const taken = new Map<string, number>();
  let unfinishedBytes = 0;

  /** Counts one; returns what releases it, once, or null when there are `most` already. */
  function take(key: string, most: number): (() => void) | null {
    const count = taken.get(key) ?? 0;
    if (count >= most) return null;
    taken.set(key, count + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = (taken.get(key) ?? 1) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    };
  }

  return {
    /** Takes a place; returns what releases it, or null when the lane is full. */
    enter(lane: Lane, network: string): (() => void) | null {
      const leaveLane = take(lane, lanes[lane].places);
      const leaveNetwork = leaveLane && take(`${lane} ${network}`, lanes[lane].ofOneNetwork);
      if (!leaveNetwork) leaveLane?.();
      return (
        leaveNetwork &&
        (() => {
          leaveLane();
          leaveNetwork();
        })
      );
    },

    /** Counts a request whose body is still to come, of up to `bytes`; null when there are too many. */
    receive(bytes: number, network: string | null): (() => void) | null {
      if (unfinishedBytes + bytes > maxUnfinishedBytes) return null;
      const leave = network === null ? () => {} : take(`unfinished ${network}`, unfinishedOfOneNetwork);
      if (!leave) return null;
      unfinishedBytes += bytes;
      let isCounted = true;
      return () => {
        if (isCounted) unfinishedBytes -= bytes;
        isCounted = false;
        leave();
      };
    },
  };
}

/** Whether there is a body to wait for. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The whole body; 'too large' as soon as that is known, 'gone' when the request ended before it. */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer | 'too large' | 'gone'> {
  if (Number(request.headers['content-length'] ?? 0) > most) return 'too large';
  const chunks: Buffer[] = [];
  let size = 0;
  const { promise, resolve } = Promise.withResolvers<Buffer | 'too large' | 'gone'>();
  request.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size <= most) chunks.push(chunk);
    else resolve('too large');
  });
  request.once('end', () => resolve(Buffer.concat(chunks)));
  request.once('close', () => resolve('gone'));
  request.once('error', () => resolve('gone'));
  const body = await promise;
  request.removeAllListeners('data');
  return body;
}

/** How long the rest of an unwanted body is thrown away, so that the answer can be read. */
const lingerMs = 1000;

/** The app sees this as the body. Of an unwanted rest nothing is kept, and the connection ends with the answer. */
export function giveBody(request: IncomingMessage, response: ServerResponse, body: Buffer | null): void {
  // Where `@hono/node-server` looks for a body that was read already.
  Object.assign(request, { rawBody: body ?? Buffer.alloc(0) });
  if (body) return;
  response.shouldKeepAlive = false;
  request.resume();
  response.once('finish', () => setTimeout(() => request.socket.destroy(), lingerMs).unref());
}

/** How long a connection may stand still while an answer is on its way; Node looks twice, so that it ends after one or two. */
const stallMs = 25_000;

/**
 * Ends the connection of a reader that takes nothing of the answer for 50 seconds at most. It is reset, so that the system throws away
 * what nobody reads: up to 4 MB for each.
 */
export function watchReader(request: IncomingMessage, response: ServerResponse): void {
  // Node takes the limit away with the end of the answer.
  request.socket.setTimeout(stallMs);
  response.once('timeout', () => request.socket.resetAndDestroy());
}
