/** Time that passes only from one event to the next. A process that is killed or frozen has no events in the meantime. */
import { setImmediate } from 'node:timers/promises';

export type Process = { name: string; isDead: boolean; frozenUntil: number };

type Event = { at: number; process: Process | null; happen: () => void };

export type Time = ReturnType<typeof createTime>;

export function createTime() {
  let now = 0;
  let events: Event[] = [];
  /** Work whose answer takes real time, as a statement of PostgreSQL does. */
  let underWay = 0;
  let endsQuietly = () => {};

  const dueAt = ({ at, process }: Event) => Math.max(at, process?.frozenUntil ?? 0);

  /** Ends after so many milliseconds; never where the process is killed. */
  function wait(ms: number, process: Process | null): Promise<void> {
    return new Promise((happen) => events.push({ at: now + ms, process, happen }));
  }

  /** Node empties its queue of promises before it comes to `setImmediate`. */
  async function untilQuiet(): Promise<void> {
    for (;;) {
      await setImmediate();
      if (underWay === 0) return;
      await new Promise<void>((resolve) => {
        endsQuietly = resolve;
      });
    }
  }

  return {
    now: () => now,
    wait,
    /** No time passes until this work is done. */
    async during<T>(work: () => Promise<T>): Promise<T> {
      underWay += 1;
      try {
        return await work();
      } finally {
        underWay -= 1;
        if (underWay === 0) endsQuietly();
      }
    },
    /** Lets the next event happen, and all that follows from it at once; false where there is none before `until`. */
    async step(until = Number.POSITIVE_INFINITY): Promise<boolean> {
      await untilQuiet();
      events = events.filter(({ process }) => !process?.isDead);
      let next: Event | undefined;
      for (const event of events) if (!next || dueAt(event) < dueAt(next)) next = event;
      if (!next || dueAt(next) > until) return false;
      now = Math.max(now, dueAt(next));
      events.splice(events.indexOf(next), 1);
      next.happen();
      await untilQuiet();
      return true;
    },
    /** Nothing happens in the meantime. */
    skip: (ms: number) => {
      now += ms;
    },
  };
}
