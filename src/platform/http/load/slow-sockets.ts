/** Closes connections that send their request or read the answer too slowly, so that a few of them cannot block the server. */
import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';

/** For `createServer`: a request's head must be complete within 15 seconds, checked every 3. */
export const slowHeadOptions: ServerOptions = { headersTimeout: 15_000, connectionsCheckingInterval: 3000 };

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

/** How long a connection may read nothing; Node checks twice, so it ends after one or two such periods. */
const stallMs = 25_000;

/**
 * Ends the connection of a client that reads nothing for 25 to 50 seconds. Resets it, so that the system discards what is
 * not read: up to 4 MB each.
 */
export function closeSlowReader(request: IncomingMessage, response: ServerResponse): void {
  // Node removes the limit at the end of the answer.
  request.socket.setTimeout(stallMs);
  response.once('timeout', () => request.socket.resetAndDestroy());
}
