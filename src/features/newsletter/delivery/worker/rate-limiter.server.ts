/** How fast newsletters go out. */
import type { Timing } from '#platform/clock.ts';

/** At most this much may be caught up after a pause, so that a rate is a rate at every moment. */
const burstMs = 200;

/** Spreads mails over time. */
export function createRateLimiter(perSecond: number, { elapsed }: Pick<Timing, 'elapsed'>) {
  let workers = 1;
  let free = 0;
  return {
    /** Several workers share the rate. */
    shareWith(count: number): void {
      workers = Math.max(1, count);
    },
    /** Milliseconds until the next mail may begin; 0 takes the turn. */
    wait(): number {
      const now = elapsed();
      const everyMs = (1000 * workers) / perSecond;
      const earliest = Math.max(free, now - Math.max(burstMs, everyMs));
      if (earliest > now) return earliest - now;
      free = earliest + everyMs;
      return 0;
    },
  };
}
