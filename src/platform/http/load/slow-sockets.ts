/** Closes connections that send their request or read the answer too slowly, so that a few of them cannot block the server. */
import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request's head must be complete within 15 seconds, checked every 3; a request without a body gets no stream for one, and emits no 'end' or 'close'. */
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

/**
 * Ends the connection of a client that reads nothing for 15 to 30 seconds: Node checks twice. Resets it, so that the system
 * discards what is not read: up to 4 MB each.
 */
export function closeSlowReader({ socket }: IncomingMessage, response: ServerResponse, afterMs = periodMs): void {
  // Node removes the limit at the end of the answer.
  socket.setTimeout(afterMs);
  response.on('timeout', () => {
    // Nothing waits to be read while the next part is still being made.
    if (socket.writableLength > 0) socket.resetAndDestroy();
  });
}

/** Requests of one connection that wait for the answers before them. */
const mostWaiting = 32;
const waitingOn = new WeakMap<Socket, { count: number; limit: NodeJS.Timeout }>();

/**
 * Begins a request once the answers before it on its connection are read. Until then reading pauses, as far as Node lets it: some of what
 * has arrived is read. The connection ends after 15 seconds, or at once when too many requests wait.
 */
export function inOrder({ socket }: IncomingMessage, response: ServerResponse, begin: () => void): void {
  // Node gives a response its socket when the one before it is finished.
  if (response.socket) return begin();
  const waiting = waitingOn.get(socket) ?? { count: 0, limit: limitStandstill(socket) };
  waitingOn.set(socket, waiting);
  waiting.count++;
  if (waiting.count > mostWaiting) return endAtOnce(socket);
  socket.pause();
  response.once('socket', () => {
    waiting.count--;
    waiting.limit.refresh();
    if (waiting.count === 0) {
      clearInterval(waiting.limit);
      waitingOn.delete(socket);
      socket.resume();
    }
    begin();
  });
}

/** While an answer is still being made, nothing stands still. */
function limitStandstill(socket: Socket): NodeJS.Timeout {
  const limit = setInterval(() => {
    if (socket.writableLength > 0) socket.resetAndDestroy();
  }, periodMs);
  socket.once('close', () => clearInterval(limit));
  return limit.unref();
}

function endAtOnce(socket: Socket & { parser?: { onIncoming: () => number } }): void {
  // Node would make 2,400 requests of the 64 kB that it has read, of 2 kB each: 2 says that what follows is none.
  if (socket.parser) socket.parser.onIncoming = () => 2;
  socket.resetAndDestroy();
}
