/** To stop listening while visitors still come. */
import type { RequestListener, Server } from 'node:http';
import { setImmediate as immediate } from 'node:timers/promises';

/** So long nobody may have come. */
const quietMs = 5;
const patienceMs = 1000;

/**
 * Stops listening in a moment in which nobody is in the system's queue: who is there then is cut off, and what was posted
 * no proxy sends again. The loop takes one visitor a turn out of that queue; what they ask is held meanwhile, else a busy
 * server would not come to an end of it. `closed` resolves when the last connection is gone.
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
    // While the loop worked on something else somebody may have come.
    if (now - cameAt > quietMs && now - turn < 1) return;
  }
}
