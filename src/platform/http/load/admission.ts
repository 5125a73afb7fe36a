/**
 * Admission control: limits the requests in work in each lane, and the unfinished ones of one network. A body is read before
 * its request takes a place, so that a slow sender blocks no one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

export type RequestClass = keyof typeof lanes;

/** Concurrent requests, in all and of one network. Files and pictures keep their place until they are read. */
const lanes = {
  // Signing in and up waits for a hash or a write; a whole lecture hall may do it from one address.
  forms: { places: 256, ofOneNetwork: 128 },
  administrators: { places: 128, ofOneNetwork: 128 },
  files: { places: 512, ofOneNetwork: 256 },
  pictures: { places: 512, ofOneNetwork: 128 },
  sessions: { places: 64, ofOneNetwork: 32 },
};

const unfinishedOfOneNetwork = 8;
/** The bytes of all bodies that are being received. */
const maxUnfinishedBytes = 64 * 1024 * 1024;

export type Admission = ReturnType<typeof createAdmission>;

export function createAdmission() {
  const taken = new Map<string, number>();
  let unfinishedBytes = 0;

  /** Takes one of `most` places; returns what releases it, or null when all are taken. */
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
    enter(lane: RequestClass, network: string): (() => void) | null {
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

    /** Counts a request that waits for a body of up to `bytes`; null when there are too many. */
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

/** The whole body; 'too large' as soon as that is known; 'gone' when the request ended early. */
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

/** How long the rest of a refused body is discarded, so that the client can read the answer. */
const lingerMs = 1000;

/** Hands the body to the app. Null discards the body, and the connection ends after the answer. */
export function handBodyToApp(request: IncomingMessage, response: ServerResponse, body: Buffer | null): void {
  // `@hono/node-server` takes a body that was read already from here.
  Object.assign(request, { rawBody: body ?? Buffer.alloc(0) });
  if (body) return;
  response.shouldKeepAlive = false;
  request.resume();
  response.once('finish', () => setTimeout(() => request.socket.destroy(), lingerMs).unref());
}
