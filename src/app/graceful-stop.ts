/** Stops in order: no more work, open answers to their end, then what they need. */
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#platform/context.ts';
import { stopListening } from '#platform/http/stop-listening.ts';
import type { Health } from './monitoring/health-routes.ts';

/** How long a stop may take before it is forced; below the 20 seconds that the hosts grant. */
const stopWithinMs = 18_000;

/**
 * How long new visitors are still let in after the signal to stop: until then a proxy has seen /readyz refuse, or had
 * its open connections closed by an answer rather than in the middle of a request.
 */
const noticeMs = 2000;

/** How long a stop waits for answers that are still being read. */
const patienceMs = 8000;

type Running = {
  health: Health;
  server: Server;
  stopWorker: () => Promise<void>;
  /** Closes what requests and jobs need. */
  close: () => Promise<void>;
};

export function createStop({ config, log }: AppContext, { health, server, stopWorker, close }: Running) {
  return async function stop(signal: string, then: () => never = () => process.exit(0)): Promise<void> {
    if (health.isStopping) return;
    health.isStopping = true;
    log.info('stopping', { signal });
    const forced = setTimeout(() => process.exit(1), stopWithinMs).unref();
    const workerStopped = stopWorker();
    if (config.trustProxy && signal === 'SIGTERM') await sleep(noticeMs);
    const { closed } = await stopListening(server);
    setInterval(() => server.closeIdleConnections(), 100).unref();
    setTimeout(() => server.closeAllConnections(), patienceMs).unref();
    await Promise.all([closed, workerStopped]);
    await close();
    log.info('stopped');
    clearTimeout(forced);
    then();
  };
}

/** Replaces this process by a new one; where the system cannot, its supervisor has to start it. */
export function restartProcess(): never {
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], process.env);
  process.exit(1);
}
