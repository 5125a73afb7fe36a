/** Stops listening while visitors still come. */
import type { RequestListener, Server } from 'node:http';
import { setImmediate as immediate } from 'node:timers/promises';

/** How long no connection must have arrived. */
const quietMs = 5;
const patienceMs = 1000;

/**
 * Stops listening when the system's queue of connections is empty: queued ones would be cut off, and no proxy repeats a POST. The
 * event loop accepts one queued connection per turn. Until then requests are kept back, or a busy server would never empty the
 * queue. `closed` resolves when the last connection has ended.
 */
export async function stopListening(server: Server): Promise<{ closed: Promise<void> }> {
  const listeners = server.listeners('request') as RequestListener[];
  const held: Parameters<RequestListener>[] = [];
  server.removeAllListeners('request').on('request', (...visit) => held.push(visit));
  await untilNobodyComes(server);
  const closed = new Promise<void>((done) => server.close(() => done()));
  server.removeAllListeners('request');
  for (const listener of listeners) server.on('request', listener);
  for (const visit of held) server.emit('request', ...visit);
  return { closed };
}

async function untilNobodyComes(server: Server): Promise<void> {
  const begun = performance.now();
  let cameAt = begun;
  server.on('connection', () => {
    cameAt = performance.now();
  });
  for (;;) {
    const turn = performance.now();
    await immediate();
    const now = performance.now();
    if (now - begun > patienceMs) return;
    // Connections may have come while the loop was busy with something else.
    if (now - cameAt > quietMs && now - turn < 1) return;
  }
}
