import { describe, expect, test } from 'vitest';
import { everyEngine } from '#tests/support/database.ts';
import { testApp } from '#tests/support/test-app.ts';
import { claimUntil, incrementHourlyCount } from './rate-limit.ts';

const at = (time: string) => new Date(`2026-11-21T${time}.000Z`);

describe.each(everyEngine)('counts of an hour, on %s', (engine) => {
  test('go up by one for each call, and start again after the hour', async () => {
    await using app = await testApp({ engine });
    const count = (time: string, key = 'codes:1') => incrementHourlyCount(app.db, key, at(time));
    expect(await count('12:00:00')).toEqual({ count: 1, secondsLeft: 3600 });
    expect(await count('12:00:00', 'codes:2')).toEqual({ count: 1, secondsLeft: 3600 });
    expect(await count('12:20:00')).toEqual({ count: 2, secondsLeft: 2400 });
    expect(await count('12:59:59')).toEqual({ count: 3, secondsLeft: 1 });
    expect(await count('13:00:00')).toEqual({ count: 1, secondsLeft: 3600 });
  });

  test('do not last forever when the clock was put back', async () => {
    await using app = await testApp({ engine });
    await incrementHourlyCount(app.db, 'codes:1', at('18:00:00'));
    expect(await incrementHourlyCount(app.db, 'codes:1', at('12:00:00'))).toEqual({ count: 1, secondsLeft: 3600 });
  });

  test('a lock is given to one caller, then to the next when it has expired or was set by a clock that was put back', async () => {
    await using app = await testApp({ engine });
    const claim = (now: string, until: string) => claimUntil(app.db, 'alert', at(until), at(now));
    expect(await Promise.all([claim('12:00:00', '12:10:00'), claim('12:00:00', '12:10:00')])).toContain(false);
    expect(await claim('12:09:59', '12:19:59')).toBe(false);
    expect(await claim('12:10:00', '12:20:00')).toBe(true);
    expect(await claim('11:00:00', '11:10:00')).toBe(true);
  });
});
