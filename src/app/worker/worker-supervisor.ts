/** Supervises the mail worker's thread: starts it beside the web thread and restarts it when it exits. */
import { Worker } from 'node:worker_threads';
import type { Log } from '#platform/log.ts';

const workerScript = new URL('./worker-thread.ts', import.meta.url);
const restartAfterMs = 1000;
/** The thread composes one mail after another. With more memory V8 would only collect garbage later. */
const youngMegabytes = 4;
/** Longer than the worker's own limit, shorter than the site's. */
const terminateAfterMs = 12_000;

export type WorkerThread = ReturnType<typeof superviseWorkerThread>;

export function superviseWorkerThread(log: Log, onReady: (isReady: boolean) => void, script = workerScript) {
  let isStopping = false;
  let thread = run();

  function run(): Worker {
    const worker = new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes } });
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
    /** Within 12 seconds, whatever the thread is doing. */
    stop: () => {
      isStopping = true;
      const worker = thread;
      return new Promise<void>((stopped) => {
        if (worker.threadId === -1) return stopped();
        const tooLong = setTimeout(() => {
          log.error('mail worker did not stop');
          void worker.terminate();
          stopped();
        }, terminateAfterMs);
        worker.once('exit', () => {
          clearTimeout(tooLong);
          stopped();
        });
        worker.postMessage('stop');
      });
    },
  };
}
