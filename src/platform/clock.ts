import { setTimeout } from 'node:timers/promises';

/** Where "now" comes from, so that tests can set it. */
export type Clock = { now(): Date };

/** Timers and randomness of background work. A simulation passes its own, so that a seed replays exactly. */
export type Timing = {
  /** With `ref: false` the process may end in the meantime. */
  sleep: (ms: number, options?: { ref: boolean }) => Promise<void>;
  /** Milliseconds on a clock that never jumps. */
  elapsed: () => number;
  /** From 0 up to, but not, 1. */
  random: () => number;
};

export const systemClock: Clock = { now: () => new Date() };

export const systemTiming: Timing = {
  sleep: (ms, options) => setTimeout(ms, undefined, options),
  elapsed: () => performance.now(),
  random: () => Math.random(),
};
