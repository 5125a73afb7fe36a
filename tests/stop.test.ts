import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { superviseWorkerThread } from '#app/worker/worker-supervisor.ts';
import { subscribe } from '#features/newsletter/subscribers/subscribing/subscribing.server.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { createLog } from '#platform/log.ts';
import { freshDatabase, mainlyOn } from './support/database.ts';
import { hangingSmtpServer } from './support/hanging-smtp.ts';
import { patient } from './support/patience.ts';
import { siteWithSubscribers } from './support/site-with-subscribers.ts';
import { eventually } from './support/smtp.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const log = createLog('silent');

/** Milliseconds until the thread has ended. */
async function timeToStop(thread: { stop(): Promise<void> }): Promise<number> {
  const begun = performance.now();
  await thread.stop();
  return performance.now() - begun;
}

describe.each(mainlyOn('sqlite'))('stopping the mail worker on %s', (engine) => {
  test('a mail server that no longer answers delays it by less than 10 seconds, and no mail is lost', async () => {
    await using server = await hangingSmtpServer('rcpt');
    await using database = await freshDatabase(engine);
    const { db, dataDir } = database;
    const mail = { SMTP_URL: server.url, MAIL_FROM: 'Society <news@society.example>' };
    const env = { SITE_URL: 'https://society.example', DATA_DIR: dataDir, LOG_LEVEL: 'error', ...mail };
    const config = { ...readConfig(env), subscribeLimitPerHour: 100 };
    for (let n = 0; n < 7; n++)
      await subscribe({ db, config, clock: systemClock }, { email: `r${n}@example.org`, address: 'test' });
    for (const [name, value] of Object.entries({ ...env, DATABASE_URL: database.url })) vi.stubEnv(name, value);
    const thread = superviseWorkerThread(log, () => {});
    // Left behind by a failure it would ask for its database, which is gone, until the run ends.
    onTestFinished(() => thread.stop());
    await eventually(() => server.hangingCount() === 5);
    expect(await timeToStop(thread)).toBeLessThan(patient(10_000));
    await eventually(() => server.openCount() === 0);
    const rows = await db.selectFrom('mails').where('issueId', 'is', null).select('state').execute();
    expect(rows.map(({ state }) => state)).toEqual(Array(7).fill('queued'));
  });

  test('a mail whose end was sent may have arrived, and the next worker does not send it again', async () => {
    await using server = await hangingSmtpServer('data');
    await using site = await siteWithSubscribers(engine, 2);
    await site.send();
    const deliveryWorker = site.deliveryWorker(server.url);
    const sending = deliveryWorker.sendDue();
    await eventually(() => server.hangingCount() === 1);
    await deliveryWorker.stop();
    await sending;
    expect((await site.deliveries()).map(({ state }) => state)).toEqual(['unknown', 'queued']);
  });
});

test('a worker thread that does not end is ended', async () => {
  let isReady = false;
  const script = new URL(
    `data:text/javascript,${encodeURIComponent(
      "import { parentPort } from 'node:worker_threads'; parentPort.postMessage('ready'); setInterval(() => {}, 1000);",
    )}`,
  );
  const thread = superviseWorkerThread(log, (ready) => (isReady = ready), script);
  await eventually(() => isReady);
  expect(await timeToStop(thread)).toBeLessThan(patient(13_000));
  await eventually(() => !isReady);
});
