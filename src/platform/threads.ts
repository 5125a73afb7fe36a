/**
 * Runs work that would block the main thread in a thread of its own: one task at a time, each with a time limit. An idle thread
 * ends and frees its memory.
 */
import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import { TooMany } from '#platform/errors.ts';

/** The most tasks that may wait; each keeps its input in memory. */
const mostWaiting = 20;
/** A second save often follows the first. */
const idleMs = 10_000;

type Reply<Result> = { result: Result } | { failure: string };

/** The task was still running at the end of its time, or of its memory. */
export class TookTooLong extends Error {
  override name = 'TookTooLong';
}

type Limits = {
  /** For one task, once it has its turn. */
  longestMs: number;
  /** Beyond this the thread fails. Without a limit the whole process could. */
  mostMegabytes?: number;
};

/** Returns how to give a task to the thread that `script` runs, which calls `serveTasks`; it is started when it is needed. */
export function createThreadRunner<Task, Result>(
  script: URL,
  { longestMs, mostMegabytes = 512 }: Limits,
): (task: Task) => Promise<Result> {
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  let running: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: mostMegabytes };
    // Below `node --watch` Node would add messages of its own about every import.
    const env = { ...process.env, WATCH_REPORT_DEPENDENCIES: '' };
    const thread = new Worker(script, { resourceLimits, env });
    const onEnd = () => {
      if (running === thread) running = null;
    };
    thread.once('exit', onEnd);
    // An error comes before the end: the next task must not go to a thread that is ending.
    thread.once('error', onEnd);
    return thread;
  }

  async function run(task: Task): Promise<Result> {
    clearTimeout(idle);
    running ??= start();
    const thread = running;
    thread.ref();
    const over = new AbortController();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      running = null;
      void thread.terminate();
      reject(new TookTooLong(`A task of ${script.pathname} took longer than ${longestMs} ms`));
    }, longestMs);
    try {
      const replied = once(thread, 'message', over).then(([reply]) => reply as Reply<Result>);
      const ended = once(thread, 'exit', over).then((): Reply<Result> => ({ failure: 'The thread ended' }));
      thread.postMessage(task);
      const reply = await Promise.race([replied, ended, late]);
      if ('failure' in reply) throw new Error(reply.failure);
      return reply.result;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      throw new TookTooLong(`A task of ${script.pathname} needed more than ${mostMegabytes} MB`);
    } finally {
      clearTimeout(timer);
      over.abort();
      // Does not keep the process from ending.
      thread.unref();
      idle = setTimeout(() => {
        if (running === thread) running = null;
        void thread.terminate();
      }, idleMs).unref();
    }
  }

  /** @throws TooMany when many are waiting already, TookTooLong */
  return async (task) => {
    if (waiting >= mostWaiting) throw new TooMany('Many texts are waiting to be read. Please try again.', 30);
    waiting += 1;
    const turn = last.then(() => run(task));
    last = turn.catch(() => {}).then(() => {});
    return turn.finally(() => (waiting -= 1));
  };
}

/** For the script of such a thread. */
export function serveTasks<Task, Result>(work: (task: Task) => Result | Promise<Result>): void {
  const port = parentPort;
  if (!port) throw new Error('This file runs as a worker thread.');
  port.on('message', async (task: Task) => {
    try {
      port.postMessage({ result: await work(task) } satisfies Reply<Result>);
    } catch (error) {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
      port.postMessage({ failure } satisfies Reply<Result>);
    }
  });
}
