import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { addAdministrator } from '#features/accounts/accounts.server.ts';
import { saveArticle } from '#features/articles/saving.server.ts';
import { sendIssue } from '#features/newsletter/issues.server.ts';
import { subscribe } from '#features/newsletter/subscribing.server.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import type { AppContext } from '#platform/context.ts';
import { createLog } from '#platform/log.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { anArticle } from './support/builders.ts';
import { engines, freshDatabase, type TestDatabase } from './support/database.ts';
import { eventually, smtpServer } from './support/smtp.ts';

const readers = 90;
const newcomers = 5;
const kills = 3;
/** As many mails are under way at once: more cannot arrive twice by one kill. */
const connections = 5;

const siteUrl = 'https://society.example';

function startWorker(database: TestDatabase, smtpUrl: string): ChildProcess {
  return spawn(process.execPath, ['src/app/worker-main.ts'], {
    env: {
      PATH: process.env.PATH,
      SITE_URL: siteUrl,
      DATA_DIR: database.dataDir,
      ...(database.url ? { DATABASE_URL: database.url } : {}),
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'Society <news@society.example>',
      LOG_LEVEL: 'error',
      NEWSLETTER_RATE_PER_SECOND: '1000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Confirmed readers with an article on its way to them, and newcomers who wait for their confirmation. */
async function queueMails({ db, dataDir }: TestDatabase): Promise<void> {
  const config = { ...readConfig({ SITE_URL: siteUrl, DATA_DIR: dataDir }), subscribeLimitPerHour: 100 };
  const context: AppContext = { db, config, clock: systemClock, log: createLog('silent'), store: diskStore(dataDir) };
  const now = systemClock.now();
  const at = now.toISOString();
  const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: at };
  const emails = Array.from({ length: readers }, (_, n) => `reader${n}@example.org`);
  const rows = emails.map((email) => ({ email, emailKey: email, state: 'confirmed' as const, ...dates }));
  await db.insertInto('subscribers').values(rows).execute();
  for (let n = 0; n < newcomers; n++) await subscribe(context, { email: `new${n}@example.org`, address: 'test' });
  const editor = { username: 'editor', email: 'editor@society.example', password: 'a password of twenty' };
  await addAdministrator(db, editor, now);
  const { id: administratorId } = await db.selectFrom('administrators').select('id').executeTakeFirstOrThrow();
  const input = anArticle({ isPublished: true });
  const article = await saveArticle(context, { id: null, input, administratorId }, async () => {});
  await sendIssue(context, { articleId: article.id, administratorId });
}

describe.each(engines)('kill -9 on %s', (engine) => {
  test('a worker killed in the middle loses nobody, and what comes twice is the same mail', {
    timeout: 90_000,
  }, async () => {
    let worker: ChildProcess | undefined;
    let killed = 0;
    await using server = await smtpServer({
      delay: 5,
      // Killed before the server's reply leaves: the mails in hand have arrived, and the ledger does not know it.
      onData: () => {
        if (killed < kills && server.mails.length >= (killed + 1) * 20) {
          killed += 1;
          worker?.kill('SIGKILL');
        }
      },
    });
    await using database = await freshDatabase(engine);
    const { db } = database;
    await queueMails(database);

    for (let start = 0; start < kills; start++) {
      worker = startWorker(database, server.url);
      const [, signal] = (await once(worker, 'exit')) as [number | null, string | null];
      expect(signal).toBe('SIGKILL');
    }
    expect(server.mails.length).toBeLessThan(readers);
    worker = startWorker(database, server.url);
    const restarted = Date.now();
    try {
      await eventually(async () => {
        const issue = await db.selectFrom('issues').select('state').executeTakeFirst();
        return issue?.state === 'done';
      }, 30_000);
      expect(Date.now() - restarted).toBeLessThan(15_000);
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
    expect(server.mails.length - byReader.size).toBeLessThanOrEqual(kills * connections);
    const counts = await db.selectFrom('deliveries').select('state').distinct().execute();
    expect(counts).toEqual([{ state: 'sent' }]);
  });
});
