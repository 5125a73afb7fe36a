/** How fast newsletters go out, and at which hours. */
import type { Timing } from '#platform/clock.ts';
import type { DailyWindow } from '#platform/config/newsletter-settings.ts';

/** At most this much is caught up after a pause, so that the rate holds at every moment. */
const burstMs = 200;

export function createRateLimiter(perSecond: number, { elapsed }: Pick<Timing, 'elapsed'>) {
  let workers = 1;
  let free = 0;
  return {
    shareWith(count: number): void {
      workers = Math.max(1, count);
    },
    /** Milliseconds until the next mail may start; at 0 it takes the turn. */
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

/** Whether `now` is in the daily window, in `timeZone`. */
export function isWithinSendingHours(window: DailyWindow | null, timeZone: string, now: Date): boolean {
  if (!window) return true;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const [hours = 0, minutes = 0] = clock.format(now).split(':').map(Number);
  const minute = hours * 60 + minutes;
  const { from, to } = window;
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}
