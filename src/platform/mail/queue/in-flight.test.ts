import { expect, test } from 'vitest';
import { systemTiming } from '#platform/clock.ts';
import { createInFlight } from './in-flight.ts';

test('a mail that ends after someone asked is told the next time', async () => {
  const inFlight = createInFlight({ connections: 1, timing: systemTiming });
  const mail = Promise.withResolvers<void>();
  inFlight.run(mail.promise);
  inFlight.hasRunSinceAsked();
  mail.resolve();
  await inFlight.end();
  expect(inFlight.hasRunSinceAsked()).toBe(true);
  expect(inFlight.hasRunSinceAsked()).toBe(false);
});
