/** Looks for damage in the SQLite file: at the start, every night, and when a query has met some. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/log.ts';
import type { Outages } from '#platform/outages.ts';
import { openThread } from '#platform/threads.ts';

const script = new URL('./quick-check-thread.ts', import.meta.url);
const hourAtNight = 3;
/** A damaged file is checked again, since somebody may have repaired it, but not all the time. */
const pauseMs = 60_000;
/** How long the first writes wait for the first check. */
const patienceMs = 10_000;

type Watch = { dataDir: string; outages: Outages; log: Log; whenChecked: () => void };

/** `whenChecked` is called when the outage of a damaged database may have begun or ended. Answers how to end it. */
export function watchForDamage({ dataDir, outages, log, whenChecked }: Watch): () => void {
  let running: Promise<void> | null = null;
  let endedAt = Number.NEGATIVE_INFINITY;
  let next: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function check(): Promise<void> {
    let waitMs = msUntilNight();
    try {
      const problem = await findDamage(dataDir);
      outages.setDamage(problem);
      whenChecked();
      if (problem !== null) waitMs = pauseMs;
    } catch (error) {
      log.error('the database could not be checked', { error });
    }
    running = null;
    endedAt = performance.now();
    checkIn(waitMs);
  }

  function checkIn(waitMs: number): void {
    clearTimeout(next);
    if (!isStopped) next = setTimeout(() => (running ??= check()), waitMs).unref();
  }

  running = check();
  outages.watchDamage({
    firstCheck: Promise.race([running, sleep(patienceMs, undefined, { ref: false })]),
    whenMet: () => {
      whenChecked();
      if (!running) checkIn(Math.max(0, endedAt + pauseMs - performance.now()));
    },
  });
  return () => {
    isStopped = true;
    clearTimeout(next);
  };
}

/**
 * The first problem of the file, or null. A thread of its own with a connection of its own: a large file takes seconds.
 */
export function findDamage(dataDir: string): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const thread = openThread(script, { workerData: dataDir });
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', () => reject(new Error('The check ended without a result')));
  thread.unref();
  return promise;
}

function msUntilNight(): number {
  const now = new Date();
  const night = new Date(now);
  night.setHours(hourAtNight, 0, 0, 0);
  if (night <= now) night.setDate(night.getDate() + 1);
  return night.getTime() - now.getTime();
}
