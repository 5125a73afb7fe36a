/** Keeps the mail worker's thread alive: starts it beside the web thread and again should it die. */
import { Worker } from 'node:worker_threads';
import type { Log } from '#platform/log.ts';

const restartAfterMs = 1000;

export type WorkerThread = { stop(): Promise<void> };

export function startWorkerThread(log: Log, onReady: (isReady: boolean) => void): WorkerThread {
  let isStopping = false;
  let thread = run();

  function run(): Worker {
    const worker = new Worker(new URL('./worker-thread.ts', import.meta.url));
    worker.on('message', (message) => {
      if (message === 'ready') onReady(true);
    });
    worker.on('error', (error) => log.error('mail worker failed', { error }));
    worker.on('exit', () => {
      onReady(false);
      if (isStopping) return;
      setTimeout(() => {
        if (!isStopping) thread = run();
      }, restartAfterMs).unref();
    });
    return worker;
  }

  return {
    stop: () => {
      isStopping = true;
      return new Promise((stopped) => {
        if (thread.threadId === -1) return stopped();
        thread.once('exit', () => stopped());
        thread.postMessage('stop');
      });
    },
  };
}
