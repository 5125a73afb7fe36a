import { describe, expect, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { engines } from '#tests/support/database.ts';
import { siteWithReaders } from '#tests/support/readers.ts';
import { smtpServer } from '#tests/support/smtp.ts';

const newsletter = (change: Record<string, string>) => readConfig(change).newsletter;

describe.each(engines)('how fast, on %s', (engine) => {
  test('two workers keep to one rate together', async () => {
    await using site = await siteWithReaders(engine, 60, {
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
