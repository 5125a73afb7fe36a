import { describe, expect, test } from 'vitest';
import { engines } from '#tests/support/database.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { createRetention } from './retention.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** A process that looks at the clock; `run` lets time pass for the clock and for the machine alike. */
function aProcess({ context, clock }: TestApp, machine = { elapsed: 1000 }) {
  const said: string[] = [];
  const log = { ...context.log, warn: (message: string) => void said.push(message) };
  const { isDue } = createRetention({ ...context, log }, () => machine.elapsed);
  const run = async (ms: number, step = hour) => {
    let last = await isDue();
    for (let passed = 0; passed < ms; passed += step) {
      clock.advance(step);
      machine.elapsed += step;
      last = await isDue();
    }
    return last;
  };
  return { run, isDue, said };
}

describe.each(engines)('removing what is old on %s', (engine) => {
  test('goes on while the clock does, also over a night off', async () => {
    await using app = await testApp({ engine });
    const site = aProcess(app);
    expect(await site.run(3 * day)).toBe(true);
    app.clock.advance(12 * hour);
    const next = aProcess(app);
    expect(await next.isDue()).toBe(true);
    app.clock.advance(-hour);
    expect(await next.isDue()).toBe(true);
    expect([...site.said, ...next.said]).toEqual([]);
  });

  test.each([
    ['400 days ahead', 400 * day],
    ['a summer off', 90 * day],
    ['far behind', -400 * day],
  ])('waits for three days after %s, however often it is started meanwhile', async (_, jump) => {
    await using app = await testApp({ engine });
    expect(await aProcess(app).run(hour)).toBe(true);
    app.clock.advance(jump);
    const site = aProcess(app);
    expect(await site.run(2 * day)).toBe(false);
    expect(site.said).toEqual([
      'The clock does not go on from 2026-11-21T13:00:00.000Z, when the site was last seen running: nothing old is removed for good until it has run on this time for 72 hours.',
    ]);
    app.clock.advance(8 * hour);
    const next = aProcess(app);
    expect(await next.run(day - hour)).toBe(false);
    expect(next.said[0]).toContain('for 24 hours.');
    expect(await next.run(hour)).toBe(true);
  });

  test('waits when the clock jumps while the site runs, and anew when it is set right', async () => {
    await using app = await testApp({ engine });
    const site = aProcess(app);
    await site.run(hour);
    app.clock.advance(400 * day);
    expect(await site.run(2 * day)).toBe(false);
    app.clock.advance(-400 * day);
    expect(await site.run(3 * day - hour)).toBe(false);
    expect(await site.run(hour)).toBe(true);
    expect(site.said).toHaveLength(2);
  });

  test('several processes count the same time once', async () => {
    await using app = await testApp({ engine });
    const machine = { elapsed: 1000 };
    const [one, two] = [aProcess(app, machine), aProcess(app, machine)];
    await Promise.all([one.isDue(), two.isDue()]);
    app.clock.advance(400 * day);
    expect(await Promise.all([one.isDue(), two.isDue()])).toEqual([false, false]);
    for (let hours = 0; hours < 36; hours++) {
      expect(await one.run(hour)).toBe(false);
      expect(await two.isDue()).toBe(false);
      await two.run(hour);
    }
    expect(await one.isDue()).toBe(true);
  });
});
