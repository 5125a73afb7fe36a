/** The mails a worker is sending now: whether there is room for another, and when one ends. */
import type { Timing } from '#platform/clock.ts';

/** Mails queued in the meantime do not wait for one that takes minutes. */
const lookEveryMs = 250;

type Context = { connections: number; timing: Pick<Timing, 'sleep'> };

export function createInFlightMails({ connections, timing }: Context) {
  const running = new Set<Promise<void>>();
  let look: Promise<void> | null = null;

  function nextLook(): Promise<void> {
    look ??= timing.sleep(lookEveryMs, { ref: false }).then(() => {
      look = null;
    });
    return look;
  }

  return {
    count: () => running.size,
    room: () => connections - running.size,
    run(mail: Promise<void>): void {
      const ended = mail.finally(() => running.delete(ended));
      running.add(ended);
    },
    /** Resolves when a mail has ended, after `waitMs` for the rate, or when it is time to look for more. */
    change: (waitMs: number) => Promise.race([...running, waitMs > 0 ? timing.sleep(Math.max(1, waitMs)) : nextLook()]),
    end: () => Promise.all(running),
  };
}
