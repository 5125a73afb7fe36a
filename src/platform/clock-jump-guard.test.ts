import { describe, expect, test } from 'vitest';
import { everyEngine } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { recordClockAndMayErase } from './clock-jump-guard.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** A site that looks at the clock every hour. */
function aSite({ context, clock }: TestApp) {
  const said: string[] = [];
  const log = { ...context.log, warn: (message: string) => void said.push(message) };
  const isDue = () => recordClockAndMayErase({ ...context, log });
  const run = async (ms: number) => {
    let last = await isDue();
    for (let passed = 0; passed < ms; passed += hour) {
      clock.advance(hour);
      last = await isDue();
    }
    return last;
  };
  return { run, isDue, said };
}

describe.each(everyEngine)('erasing what is old on %s', (engine) => {
  test('continues while the clock runs normally, also after a night off', async () => {
    await using app = await testApp({ engine });
    const site = aSite(app);
    expect(await site.run(3 * day)).toBe(true);
    app.clock.advance(12 * hour);
    expect(await site.isDue()).toBe(true);
    app.clock.advance(-hour);
    expect(await site.isDue()).toBe(true);
    expect(site.said).toEqual([]);
  });

  test.each([
    ['400 days ahead', 400 * day],
    ['a summer off', 90 * day],
    ['far behind', -400 * day],
  ])('waits for three days after %s, also over a night off', async (_, jump) => {
    await using app = await testApp({ engine });
    const site = aSite(app);
    expect(await site.run(hour)).toBe(true);
    app.clock.advance(jump);
    expect(await site.run(2 * day)).toBe(false);
    expect(site.said).toEqual([
      expect.stringMatching(
        /^The clock has jumped since 2026-11-21T13:00:00.000Z, when the site was last seen running: nothing old is erased before 20/,
      ),
    ]);
    app.clock.advance(8 * hour);
    expect(await site.run(15 * hour)).toBe(false);
    expect(await site.run(hour)).toBe(true);
    expect(site.said).toHaveLength(1);
  });

  test('waits when the clock jumps while the site runs, and again when it is corrected', async () => {
    await using app = await testApp({ engine });
    const site = aSite(app);
    await site.run(hour);
    app.clock.advance(400 * day);
    expect(await site.run(2 * day)).toBe(false);
    app.clock.advance(-400 * day);
    expect(await site.run(3 * day - hour)).toBe(false);
    expect(await site.run(hour)).toBe(true);
    expect(site.said).toHaveLength(2);
  });
});
