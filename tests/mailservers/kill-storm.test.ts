/** Mail workers that die, and a database that goes away, while a real Postfix takes the mails: nobody is lost. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/db.ts';
import { engines, freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { isIssueDone, queueMails, startMailWorker } from '#tests/support/mail-workers.ts';
import { troubledPostgres } from '#tests/support/postgres.ts';
import { eventually } from '#tests/support/smtp.ts';
import { hasPostfix, startPostfix } from './postfix.ts';

const readers = Number(process.env.CRASH_READERS ?? 1000);
const newcomers = 5;
const kills = Number(process.env.CRASH_KILLS ?? 20);
/** As many mails are under way at once: more cannot arrive twice by one kill. */
const connections = 5;

type Postfix = Awaited<ReturnType<typeof startPostfix>>;

async function untilDelivered(postfix: Postfix, count: number): Promise<void> {
  await eventually(() => postfix.deliveredCount() >= count, 120_000);
}

/** How many mails came twice; fails when somebody has none, or two different ones. */
function countRepeats(postfix: Postfix): number {
  const delivered = postfix.delivered();
  const byReader = Map.groupBy(delivered, ({ to }) => to);
  expect(byReader.size).toBe(readers + newcomers);
  for (const mails of byReader.values()) expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
  return delivered.length - byReader.size;
}

async function endInOrder(worker: ChildProcess): Promise<void> {
  worker.kill('SIGTERM');
  expect(await once(worker, 'exit')).toEqual([0, null]);
}

describe.skipIf(!hasPostfix).each(engines)('a storm of kills through Postfix, on %s', (engine) => {
  test(`${kills} kills lose none of ${readers} readers`, async () => {
    await using postfix = await startPostfix();
    await using database = await freshDatabase(engine);
    await queueMails(database, { readers, newcomers });
    for (let kill = 0; kill < kills; kill++) {
      const worker = startMailWorker(database, postfix.url);
      await untilDelivered(postfix, Math.ceil(((kill + Math.random()) * (readers - 50)) / kills) + 1);
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    }
    const worker = startMailWorker(database, postfix.url);
    await eventually(() => isIssueDone(database), 120_000);
    await untilDelivered(postfix, readers + newcomers);
    await endInOrder(worker);
    const twice = countRepeats(postfix);
    console.log(`${engine}: ${kills} kills, ${readers} readers, 0 lost, ${twice} twice`);
    expect(twice).toBeLessThanOrEqual(kills * connections);
    const states = await database.db.selectFrom('deliveries').select('state').distinct().execute();
    expect(states).toEqual([{ state: 'sent' }]);
  });
});

test.skipIf(!hasPostfix)(
  'PostgreSQL goes away three times while Postfix takes the mails: nobody is lost or mailed twice',
  async () => {
    await using postgres = await troubledPostgres();
    if (!postgres) return;
    await using postfix = await startPostfix();
    const dataDir = mkdtempSync(join(tmpdir(), 'site-data-'));
    const opened = await openDatabase({ databaseUrl: postgres.url, dataDir });
    const database = { ...opened, dataDir, url: postgres.url } as TestDatabase;
    await queueMails(database, { readers, newcomers });
    const worker = startMailWorker(database, postfix.url);
    for (const part of [0.2, 0.4, 0.6]) {
      await untilDelivered(postfix, readers * part);
      await postgres.order('shutdown');
      await sleep(3000);
      await postgres.order('start');
    }
    await eventually(async () => isIssueDone(database).catch(() => false), 120_000);
    await untilDelivered(postfix, readers + newcomers);
    await endInOrder(worker);
    expect(countRepeats(postfix)).toBe(0);
    await opened.close();
    rmSync(dataDir, { recursive: true, force: true });
  },
);
