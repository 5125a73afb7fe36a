import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { engines, freshDatabase } from './support/database.ts';
import { isIssueDone, queueMails, startMailWorker } from './support/mail-workers.ts';
import { eventually, smtpServer } from './support/smtp.ts';

// `npm run test:faults` asks for more than every run of the tests can afford.
const readers = Number(process.env.CRASH_READERS ?? 90);
const kills = Number(process.env.CRASH_KILLS ?? 3);
const newcomers = 5;
/** As many mails are under way at once: more cannot arrive twice by one kill. */
const connections = 5;

/** How many mails have arrived when the worker is killed: anywhere in the middle, in rising order. */
const moments = Array.from({ length: kills }, (_, n) => Math.ceil(((n + Math.random()) * (readers - 20)) / kills) + 5);

describe.each(engines)('mail workers on %s', (engine) => {
  test('a worker killed in the middle loses nobody, and what comes twice is the same mail', {
    timeout: 60_000 + kills * 20_000,
  }, async () => {
    let worker: ChildProcess | undefined;
    let killed = 0;
    await using server = await smtpServer({
      delay: 5,
      // Killed before the server's reply leaves: the mails in hand have arrived, and the ledger does not know it.
      onData: () => {
        if (killed < kills && server.mails.length >= (moments[killed] ?? 0)) {
          killed += 1;
          worker?.kill('SIGKILL');
        }
      },
    });
    await using database = await freshDatabase(engine);
    const { db } = database;
    await queueMails(database, { readers, newcomers });

    for (let start = 0; start < kills; start++) {
      worker = startMailWorker(database, server.url);
      const [, signal] = (await once(worker, 'exit')) as [number | null, string | null];
      expect(signal).toBe('SIGKILL');
    }
    worker = startMailWorker(database, server.url);
    const restarted = Date.now();
    try {
      await eventually(() => isIssueDone(database), 60_000);
      if (readers < 100) expect(Date.now() - restarted).toBeLessThan(15_000);
      const letters = await db.selectFrom('letters').select('state').execute();
      expect(letters.map(({ state }) => state)).toEqual(Array(newcomers).fill('sent'));
      worker.kill('SIGTERM');
      expect(await once(worker, 'exit')).toEqual([0, null]);
    } finally {
      worker.kill('SIGKILL');
    }

    const byReader = Map.groupBy(server.mails, ({ envelopeTo }) => envelopeTo[0]);
    expect(byReader.size).toBe(readers + newcomers);
    for (const mails of byReader.values()) expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
    const twice = server.mails.length - byReader.size;
    expect(twice).toBeLessThanOrEqual(kills * connections);
    if (process.env.CRASH_KILLS)
      console.log(`${engine}: ${kills} kills in ${readers} mails, none lost, ${twice} twice`);
    const counts = await db.selectFrom('deliveries').select('state').distinct().execute();
    expect(counts).toEqual([{ state: 'sent' }]);
  });

  test('two workers at the same time send nothing twice', { timeout: 60_000 }, async () => {
    await using server = await smtpServer();
    await using database = await freshDatabase(engine);
    await queueMails(database, { readers });
    const workers = [startMailWorker(database, server.url), startMailWorker(database, server.url)];
    try {
      await eventually(() => isIssueDone(database), 40_000);
    } finally {
      for (const worker of workers) worker.kill('SIGKILL');
    }
    expect(server.mails).toHaveLength(readers);
    expect(new Set(server.mails.map(({ envelopeTo }) => envelopeTo[0])).size).toBe(readers);
  });
});

// On SQLite one process does everything; several workers are PostgreSQL's business.
test('a worker frozen past its lease sends nothing it no longer owns, and holds up nobody', {
  timeout: 90_000,
}, async () => {
  await using database = await freshDatabase('postgres');
  await queueMails(database, { readers });
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
    const sent = server.mails.length;
    frozen.kill('SIGCONT');
    // It says when it has noticed: a worker that stops in order has nothing in hand any more.
    frozen.kill('SIGTERM');
    await once(frozen, 'exit');
    expect(server.mails.length).toBe(sent);
    expect(sent - readers).toBeLessThanOrEqual(connections);
  } finally {
    frozen.kill('SIGKILL');
    other.kill('SIGKILL');
  }
});
