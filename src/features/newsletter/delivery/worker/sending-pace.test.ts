import { describe, expect, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { engines } from '#tests/support/database.ts';
import { siteWithSubscribers } from '#tests/support/site-with-subscribers.ts';
import { smtpServer } from '#tests/support/smtp.ts';
import { isWithinSendingHours } from './sending-pace.server.ts';

const hour = 3_600_000;
const newsletter = (change: Record<string, string>) => readConfig(change).newsletter;

describe.each(engines)('how fast and when newsletters are sent, on %s', (engine) => {
  test('a newsletter waits for its hours, a confirmation does not', async () => {
    const window = { newsletter: newsletter({ NEWSLETTER_WINDOW: '14:00-15:00', NEWSLETTER_RATE_PER_SECOND: '1000' }) };
    await using site = await siteWithSubscribers(engine, 3, window);
    const { app } = site;
    await using server = await smtpServer();
    const deliveryWorker = site.deliveryWorker(server.url);
    await site.send();
    await app.json('POST', '/newsletter/subscribe', { email: 'new@example.org' });
    await deliveryWorker.sendDue();
    expect(server.mails.map(({ envelopeTo }) => envelopeTo[0])).toEqual(['new@example.org']);
    app.clock.set('2026-11-21T15:00:00.000Z');
    await deliveryWorker.sendDue();
    expect(server.mails).toHaveLength(1);
    app.clock.advance(23 * hour);
    await deliveryWorker.sendDue();
    await deliveryWorker.finishIssues();
    expect(server.mails).toHaveLength(4);
    expect((await site.issue()).state).toBe('done');
  });

  test('two workers share one sending rate', async () => {
    await using site = await siteWithSubscribers(engine, 60, {
      newsletter: newsletter({ NEWSLETTER_RATE_PER_SECOND: '50' }),
    });
    await using server = await smtpServer();
    await site.send();
    const workers = [site.deliveryWorker(server.url), site.deliveryWorker(server.url)];
    const renewing = setInterval(() => void Promise.all(workers.map((worker) => worker.renewLeases())), 50);
    const started = performance.now();
    await Promise.all(workers.map((worker) => worker.sendDue()));
    const seconds = (performance.now() - started) / 1000;
    clearInterval(renewing);
    expect(server.mails).toHaveLength(60);
    // 1.2 s, less what may be caught up at the start; each by itself would be through in 0.6 s.
    expect(seconds).toBeGreaterThan(0.85);
  });
});

test.each([
  ['08:00-20:00', '07:59', false],
  ['08:00-20:00', '08:00', true],
  ['08:00-20:00', '20:00', false],
  ['22:00-06:00', '23:00', true],
  ['22:00-06:00', '05:59', true],
  ['22:00-06:00', '06:00', false],
])('%s at %s local time of the society: %s', (window, time, isOpen) => {
  const inSummer = new Date(new Date(`2026-07-01T${time}:00.000Z`).getTime() - hour);
  expect(isWithinSendingHours(newsletter({ NEWSLETTER_WINDOW: window }).window, 'Europe/London', inSummer)).toBe(
    isOpen,
  );
});
