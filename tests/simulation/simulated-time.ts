/** Time that passes only from one event to the next. A process that is killed or frozen has no events in the meantime. */
import { setImmediate } from 'node:timers/promises';

export type Process = { name: string; isDead: boolean; frozenUntil: number };

type Event = { at: number; process: Process | null; happen: () => void };

export type Time = ReturnType<typeof createTime>;

export function createTime() {
  let now = 0;
  let events: Event[] = [];

  const dueAt = ({ at, process }: Event) => Math.max(at, process?.frozenUntil ?? 0);

  /** Ends after so many milliseconds; never where the process is killed. */
  function wait(ms: number, process: Process | null): Promise<void> {
    return new Promise((happen) => events.push({ at: now + ms, process, happen }));
  }

  return {
    now: () => now,
    wait,
    /** Lets the next event happen, and all that follows from it at once; false where there is none before `until`. */
    async step(until = Number.POSITIVE_INFINITY): Promise<boolean> {
      // Node empties its queue of promises before it comes to this.
      await setImmediate();
      events = events.filter(({ process }) => !process?.isDead);
      let next: Event | undefined;
      for (const event of events) if (!next || dueAt(event) < dueAt(next)) next = event;
      if (!next || dueAt(next) > until) return false;
      now = Math.max(now, dueAt(next));
      events.splice(events.indexOf(next), 1);
      next.happen();
      await setImmediate();
      return true;
    },
    /** Nothing happens in the meantime. */
    skip: (ms: number) => {
      now += ms;
    },
  };
}
