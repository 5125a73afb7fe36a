/** Closes connections that send their request too slowly, so that a few of them cannot block the server. */
import type { IncomingMessage, ServerOptions } from 'node:http';

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
