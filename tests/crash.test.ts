import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { runWorker } from '#app/worker/worker.ts';
import type { Clock } from '#platform/clock.ts';
import { engines, freshDatabase } from './support/database.ts';
import { expectOnceOrNamed, isIssueDone, queueMails, startMailWorker, workerSettings } from './support/mail-workers.ts';
import { patient } from './support/patience.ts';
import { eventually, smtpServer } from './support/smtp.ts';

// `npm run test:long -- faults` asks for more than every run of the tests can afford.
const subscribers = Number(process.env.CRASH_READERS ?? 60);
const kills = Number(process.env.CRASH_KILLS ?? 2);
const [newcomers, welcomed] = [5, 10];
/** As many of a newsletter are under way at once, and as many others: no more than these can be unsure by one kill. */
const connections = 5;

/** How many mails have arrived when the worker is killed: anywhere in the middle, in rising order. */
const moments = Array.from(
  { length: kills },
  (_, n) => Math.ceil(((n + Math.random()) * (subscribers - 20)) / kills) + 5,
);

type Arrival = { to: string; at: number };

/** What a killed worker had handed over may arrive a moment later, on a busy machine; the next one needs longer to start. */
const lateMs = 500;

/** From each kill to the next mail, the start of the next process included; in milliseconds. */
function resumeTimes(arrivals: Arrival[], killedAt: number[]): number[] {
  return killedAt.map(
    (killed) => (arrivals.find(({ at }) => at > killed + lateMs)?.at ?? Number.POSITIVE_INFINITY) - killed,
  );
}

describe.each(engines)('mail workers on %s', (engine) => {
  test('a worker killed in the middle loses no one and mails no one twice, and uncertain mails are named', {
    timeout: patient(60_000 + kills * 20_000),
  }, async () => {
    let worker: ChildProcess | undefined;
    const killedAt: number[] = [];
    const arrivals: Arrival[] = [];
    await using server = await smtpServer({
      delay: 5,
      // Killed before the server's reply leaves: the mails being sent have arrived, and their rows do not say so.
      onData: ({ envelopeTo: [to = ''] }) => {
        arrivals.push({ to, at: performance.now() });
        // What a killed worker had in hand may arrive after it: that is no moment to kill it once more.
        if (!worker || worker.killed || server.mails.length < (moments[killedAt.length] ?? Number.POSITIVE_INFINITY))
          return;
        killedAt.push(performance.now());
        worker.kill('SIGKILL');
      },
    });
    await using database = await freshDatabase(engine);
    const { db } = database;
    await queueMails(database, { subscribers, newcomers, welcomed });

    for (let start = 0; start < kills; start++) {
      worker = startMailWorker(database, server.url);
      const [, signal] = (await once(worker, 'exit')) as [number | null, string | null];
      expect(signal).toBe('SIGKILL');
    }
    worker = startMailWorker(database, server.url);
    const restarted = Date.now();
    try {
      await eventually(() => isIssueDone(database), 60_000);
      if (subscribers < 100) expect(Date.now() - restarted).toBeLessThan(patient(15_000));
      // Others that the last kill left behind are named once its lease has ended.
      const underWay = db.selectFrom('mails').select('id').where('state', '=', 'sending');
      await eventually(async () => (await underWay.execute()).length === 0, 60_000);
      const letters = await db.selectFrom('mails').where('issueId', 'is', null).select('state').execute();
      expect(letters).toHaveLength(newcomers + welcomed);
      worker.kill('SIGTERM');
      expect(await once(worker, 'exit')).toEqual([0, null]);
    } finally {
      worker.kill('SIGKILL');
    }

    const unsure = await expectOnceOrNamed(database, server.mails);
    const newsletters = unsure.filter((kind) => kind === 'newsletter').length;
    expect(newsletters).toBeLessThanOrEqual(kills * connections);
    expect(unsure.length - newsletters).toBeLessThanOrEqual(kills * connections);
    if (process.env.CRASH_KILLS) {
      const missing = subscribers + newcomers + welcomed - server.mails.length;
      const resumed = Math.max(...resumeTimes(arrivals, killedAt)) / 1000;
      const row = [engine, kills, subscribers, 0, 0, unsure.length, missing, `${resumed.toFixed(1)} s`];
      console.log(`| database | kills | mails | lost | twice | not confirmed | … not arrived | the next mail after a kill, at the latest |
| ${row.join(' | ')} |`);
      expect(resumed).toBeLessThan(patient(10));
    }
  });
});

// On SQLite one process does everything: there tests/simulation alone has several workers.
test('two workers at the same time send nothing twice', async () => {
  await using server = await smtpServer();
  await using database = await freshDatabase('postgres');
  await queueMails(database, { subscribers });
  const workers = [startMailWorker(database, server.url), startMailWorker(database, server.url)];
  try {
    await eventually(() => isIssueDone(database), 40_000);
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
  }
  expect(server.mails).toHaveLength(subscribers);
  expect(new Set(server.mails.map(({ envelopeTo }) => envelopeTo[0])).size).toBe(subscribers);
});

test('a worker frozen past its lease mails no one twice, and does not delay others', async () => {
  await using database = await freshDatabase('postgres');
  await queueMails(database, { subscribers });
  let frozen: ChildProcess | undefined;
  await using server = await smtpServer({
    delay: 20,
    onData: () => {
      if (server.mails.length === 10) frozen?.kill('SIGSTOP');
    },
  });
  frozen = startMailWorker(database, server.url);
  await eventually(() => server.mails.length >= 10);
  const other = startMailWorker(database, server.url);
  try {
    await eventually(() => isIssueDone(database), 60_000);
    frozen.kill('SIGCONT');
    // What it had marked as on its way may still arrive. A worker that stops in order has nothing in hand any more.
    frozen.kill('SIGTERM');
    expect(await once(frozen, 'exit')).toEqual([0, null]);
    const unsure = await expectOnceOrNamed(database, server.mails);
    expect(unsure.length).toBeLessThanOrEqual(connections);
  } finally {
    frozen.kill('SIGKILL');
    other.kill('SIGKILL');
  }
});

test('workers on machines whose clocks differ, or jump, send nothing twice', async () => {
  await using database = await freshDatabase('postgres');
  await queueMails(database, { subscribers: 60 });
  await using server = await smtpServer({ delay: 400 });
  const started = performance.now();
  const clocks: Clock[] = [
    { now: () => new Date() },
    { now: () => new Date(Date.now() + 60_000) },
    { now: () => new Date(Date.now() - 60_000) },
    { now: () => new Date(Date.now() + (performance.now() - started > 1_500 ? 3_600_000 : 0)) },
  ];
  const settings = { ...workerSettings(database, server.url), NEWSLETTER_CONNECTIONS: '2', LOG_LEVEL: 'silent' };
  const workers = await Promise.all(clocks.map((clock) => runWorker(settings, clock)));
  try {
    await eventually(() => isIssueDone(database), 60_000);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  expect(new Set(server.mails.map(({ envelopeTo }) => envelopeTo[0])).size).toBe(60);
  expect(server.mails).toHaveLength(60);
});
