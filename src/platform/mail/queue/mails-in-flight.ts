/** The mails a worker is sending now: whether there is room for another, and when one ends. */
import type { Timing } from '#platform/clock.ts';
import type { Claimed } from './mail-contract.ts';

/** Mails queued in the meantime do not wait for one that takes minutes. */
const lookEveryMs = 250;

type Context = { connections: number; timing: Pick<Timing, 'sleep'> };

export function createInFlightMails({ connections, timing }: Context) {
  const running = new Map<Claimed, Promise<void>>();
  const silent = new Set<Claimed>();
  let look: Promise<void> | null = null;

  function nextLook(): Promise<void> {
    look ??= timing.sleep(lookEveryMs, { ref: false }).then(() => {
      look = null;
    });
    return look;
  }

  return {
    count: () => running.size,
    room: () => connections - running.size + silent.size,
    run(mail: Claimed, delivery: Promise<void>): void {
      const ended = () => void (running.delete(mail), silent.delete(mail));
      running.set(mail, delivery.finally(ended));
    },
    /** Others need not wait for these. */
    makeRoom(unanswered: Claimed[]): void {
      for (const mail of unanswered) if (running.has(mail)) silent.add(mail);
    },
    /** Resolves when a mail has ended, after `waitMs` for the rate, or when it is time to look for more. */
    change: (waitMs: number) =>
      Promise.race([...running.values(), waitMs > 0 ? timing.sleep(Math.max(1, waitMs)) : nextLook()]),
    end: () => Promise.all(running.values()),
  };
}
