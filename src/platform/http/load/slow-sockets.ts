/** Closes connections that send their request or read the answer too slowly, so that a few of them cannot block the server. */
import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request's head must be complete within 15 seconds, checked every 3; a request without a body gets no stream for one: 20 % faster. */
export const serverOptions: ServerOptions = {
  headersTimeout: 15_000,
  connectionsCheckingInterval: 3000,
  optimizeEmptyRequests: true,
};

const periodMs = 15_000;
/** Bytes of an administrator's upload in each period: 4 kB a second, as over a weak mobile network. */
const fewestBytes = 60_000;

/**
 * A visitor's body must be complete within 15 seconds; a request with a bearer may take longer while its body keeps coming.
 * A request without a body is not watched.
 */
export function closeSlowSender(request: IncomingMessage): void {
  const { headers, socket } = request;
  if (!headers['transfer-encoding'] && !Number(headers['content-length'] ?? 0)) return;
  let received = socket.bytesRead;
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - received;
    received = socket.bytesRead;
    if (request.complete || request.destroyed) return clearInterval(timer);
    if (headers.authorization !== undefined && arrived >= fewestBytes) return;
    clearInterval(timer);
    socket.destroy();
  }, periodMs);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}

/** Ends the connection of a client that reads nothing of this answer for 15 seconds. */
export function closeSlowReader({ socket }: IncomingMessage, response: ServerResponse): void {
  response.once('close', watchReading(socket));
}

/** Requests of one connection that wait for the answers before them. */
const mostWaiting = 32;
const waitingOn = new WeakMap<Socket, { count: number; stop: () => void }>();

/**
 * Begins a request once the answers before it on its connection are read. Until then nothing more is read from there. The connection
 * ends after 15 seconds, or at once when too many requests wait.
 */
export function inOrder({ socket }: IncomingMessage, response: ServerResponse, begin: () => void): void {
  // Node gives a response its socket when the one before it is finished.
  if (response.socket) return begin();
  const waiting = waitingOn.get(socket) ?? { count: 0, stop: watchReading(socket) };
  waitingOn.set(socket, waiting);
  waiting.count++;
  if (waiting.count > mostWaiting) return endAtOnce(socket);
  socket.pause();
  response.once('socket', () => {
    waiting.count--;
    if (waiting.count === 0) {
      waiting.stop();
      waitingOn.delete(socket);
      socket.resume();
    }
    begin();
  });
}

const lookMs = 1000;

/**
 * Resets a connection that takes nothing of what waits for it, so that the system discards what is not read: up to 4 MB each. While an
 * answer is still being made, nothing waits. A time limit of Node's would end it after 15 to 30 seconds. Returns what stops the watch.
 */
function watchReading(socket: Socket & { _handle?: { writeQueueSize: number } | null }): () => void {
  let taken = 0;
  let stillMs = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) return stop();
    // Node tells in no other way how much of a write is left.
    const waiting = socket._handle?.writeQueueSize ?? 0;
    const takenBefore = taken;
    taken = socket.bytesWritten - waiting;
    stillMs = waiting > 0 && taken === takenBefore ? stillMs + lookMs : 0;
    if (stillMs >= periodMs) socket.resetAndDestroy();
  }, lookMs);
  const stop = () => clearInterval(timer);
  timer.unref();
  return stop;
}

function endAtOnce(socket: Socket & { parser?: { onIncoming: () => number } }): void {
  // Node would make 2,400 requests of the 64 kB that it has read, of 2 kB each: 2 says that what follows is none.
  if (socket.parser) socket.parser.onIncoming = () => 2;
  socket.resetAndDestroy();
}
