/** The cases of `tests/cases/mail`, each by its name: mail servers that hang, and a kill while one does. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runWorker } from '#app/worker/worker.ts';
import { requestPasswordReset } from '#features/accounts/sign-in/password-reset.server.ts';
import { getIssueReport } from '#features/newsletter/issues/reports/issue-reports.server.ts';
import { subscribe } from '#features/newsletter/subscribers/subscribing/subscribing.server.ts';
import { freshDatabase } from './support/database.ts';
import { contextOf, isIssueDone, queueMails, startMailWorker, workerSettings } from './support/mail-workers.ts';
import { patient } from './support/patience.ts';
import { eventually, smtpServer } from './support/smtp.ts';

const nameOf = (file: string) =>
  (JSON.parse(readFileSync(`tests/cases/mail/${file}.json`, 'utf8')) as { name: string }).name;

test(nameOf('server-hangs'), { timeout: patient(240_000) }, async () => {
  await using database = await freshDatabase('sqlite');
  await queueMails(database, { subscribers: 30 });
  await using server = await smtpServer({ delay: (address) => (address.startsWith('reader') ? 600_000 : 0) });
  const context = contextOf(database);
  const worker = await runWorker({ ...workerSettings(database, server.url), LOG_LEVEL: 'silent' });
  try {
    const begun = performance.now();
    await sleep(3_000);
    await subscribe(context, { email: 'new0@x.example', address: 'test' });
    await requestPasswordReset(database.db, { email: 'editor@society.example', address: 'test' }, new Date());
    await server.waitForMails(1, 'new0@x.example', 15_000);
    await server.waitForMails(1, 'editor@society.example', 15_000);
    const report = () => getIssueReport(context, 1);
    const told = await eventually(async () => ((await report())?.serverPauseSince ? report() : null), 90_000);
    expect(performance.now() - begun).toBeLessThan(patient(75_000));
    expect(told).toMatchObject({ state: 'sending', outcomes: { notConfirmed: 5, delivered: 0 } });
    expect(told.pauseReason).toBe('the mail server has not said whether it took an email');
  } finally {
    await worker.stop();
  }
});

test('six mails without an answer, a confirmation among them, hold up the others for a minute at most', {
  timeout: patient(240_000),
}, async () => {
  await using database = await freshDatabase('sqlite');
  await queueMails(database, { subscribers: 30 });
  let handedOver = 0;
  const delay = () => ((handedOver += 1) <= 6 ? 600_000 : 0);
  await using server = await smtpServer({ delay });
  const context = contextOf(database);
  const worker = await runWorker({ ...workerSettings(database, server.url), LOG_LEVEL: 'silent' });
  try {
    await eventually(() => handedOver === 5, 30_000);
    await subscribe(context, { email: 'first@x.example', address: 'test' });
    await eventually(() => handedOver === 6, 30_000);
    const began = performance.now();
    await subscribe(context, { email: 'second@x.example', address: 'test' });
    await server.waitForMails(1, 'second@x.example', patient(75_000));
    expect(performance.now() - began).toBeLessThan(patient(75_000));
    // The newsletter is tried again by itself, and no one gets it twice.
    await eventually(() => isIssueDone(database), patient(120_000));
    const report = await getIssueReport(context, 1);
    expect(report).toMatchObject({ outcomes: { delivered: 25, notConfirmed: 5 } });
    expect(server.mails).toHaveLength(26);
  } finally {
    await worker.stop();
  }
});

test(nameOf('kill-after-the-dot'), { timeout: patient(120_000) }, async () => {
  await using database = await freshDatabase('sqlite');
  await queueMails(database, { subscribers: 30 });
  let slowMs = 12_000;
  let handedOver = 0;
  const delay = () => {
    handedOver += 1;
    return slowMs;
  };
  await using server = await smtpServer({ delay });
  const killed = startMailWorker(database, server.url);
  await eventually(() => handedOver === 5);
  await sleep(2_500);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  slowMs = 0;
  const next = startMailWorker(database, server.url);
  await eventually(() => isIssueDone(database), 60_000);
  await eventually(() => server.mails.length === 30, 30_000);
  const report = await getIssueReport(contextOf(database), 1);
  expect(report).toMatchObject({ outcomes: { delivered: 25, notConfirmed: 5 }, resendable: 5 });
  expect(new Set(server.mails.map(({ envelopeTo }) => envelopeTo[0])).size).toBe(30);
  expect(server.mails).toHaveLength(30);
  next.kill('SIGTERM');
  await once(next, 'exit');
});
