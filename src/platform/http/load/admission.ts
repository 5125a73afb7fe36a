/**
 * Admission control. What is not answered from the cache has a lane. Each lane starts one request in a round of the event loop, so that
 * cached responses are served in between, and alternates between networks. Above its limits a request waits, and is refused when too
 * many wait. A body is read before its request waits, so that a slow sender blocks no one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createFairQueue, type FairQueue, type Leave } from './fair-queue.ts';

export type Lane = 'pages' | 'forms' | 'administrators' | 'files' | 'pictures' | 'sessions';

const unfinishedOfOneNetwork = 8;
/** The bytes of all bodies that are being received. */
const maxUnfinishedBytes = 64 * 1024 * 1024;

export type Admission = ReturnType<typeof createAdmission>;

export function createAdmission() {
  const lanes = {
    pages: createFairQueue({ atOnce: 8, ofOneNetwork: 4 }),
    // Signing in and up waits for a hash or a write; a whole lecture hall may do it from one address.
    forms: createFairQueue({ atOnce: 256, ofOneNetwork: 128 }),
    administrators: createFairQueue({ atOnce: 128, ofOneNetwork: 128 }),
    // Files and pictures keep their place until they are read.
    files: createFairQueue({ atOnce: 512, ofOneNetwork: 256 }),
    pictures: createFairQueue({ atOnce: 512, ofOneNetwork: 128 }),
    sessions: createFairQueue({ atOnce: 64, ofOneNetwork: 32 }),
  } satisfies Record<Lane, FairQueue>;
  /** The oldest first. */
  const unfinished = new Set<{ bytes: number; network: string | null; end: AbortController }>();

  /** As the lane's queue. */
  function enter(lane: Lane, ...turn: Parameters<FairQueue['enter']>): Promise<Leave | null> {
    return lanes[lane].enter(...turn);
  }

  /**
   * Counts a request that waits for a body of up to `bytes`; null when all together are too large. When one network has too many, its
   * oldest is `overtaken`. Administrators have no network.
   */
  function receive(bytes: number, network: string | null): { overtaken: AbortSignal; leave: Leave } | null {
    const bodies = [...unfinished];
    if (bodies.reduce((sum, body) => sum + body.bytes, bytes) > maxUnfinishedBytes) return null;
    const [oldest, ...others] = bodies.filter((body) => network !== null && body.network === network);
    if (oldest && others.length + 1 >= unfinishedOfOneNetwork) {
      oldest.end.abort();
      unfinished.delete(oldest);
    }
    const body = { bytes, network, end: new AbortController() };
    unfinished.add(body);
    return { overtaken: body.end.signal, leave: () => void unfinished.delete(body) };
  }

  return { enter, receive };
}

/** Whether there is a body to wait for. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

type Unread = 'too large' | 'gone' | 'overtaken';

/** The whole body; 'too large' as soon as that is known; 'gone' when the request ended early. */
export async function readBody(
  request: IncomingMessage,
  { most, overtaken }: { most: number; overtaken: AbortSignal },
): Promise<Buffer | Unread> {
  if (Number(request.headers['content-length'] ?? 0) > most) return 'too large';
  const chunks: Buffer[] = [];
  let size = 0;
  const { promise, resolve } = Promise.withResolvers<Buffer | Unread>();
  overtaken.addEventListener('abort', () => resolve('overtaken'));
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
