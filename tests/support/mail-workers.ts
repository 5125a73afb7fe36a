/** The mail worker as processes of their own, and a database full of mails for them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { expect, onTestFinished } from 'vitest';
import { addAdministrator } from '#features/accounts/adding.server.ts';
import { saveArticle } from '#features/articles/saving.server.ts';
import { sendArticleNewsletter } from '#features/newsletter/issues/sending.server.ts';
import { welcomeOnce } from '#features/newsletter/subscribers/emails/welcoming.server.ts';
import { subscribe } from '#features/newsletter/subscribers/subscribing/subscribing.server.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import type { AppContext } from '#platform/context.ts';
import { createLog } from '#platform/log.ts';
import { diskStore } from '#platform/storage/disk-store.ts';
import { createStorageOutages } from '#platform/storage-outages.ts';
import { anArticle } from './builders.ts';
import { compileCache } from './compile-cache.ts';
import type { TestDatabase } from './database.ts';

const siteUrl = 'https://society.example';

/** Is gone when the test is over, however that ends. */
export function startMailWorker(
  database: Pick<TestDatabase, 'dataDir' | 'url'>,
  smtpUrl: string,
  settings: Record<string, string> = {},
): ChildProcess {
  const worker = spawn(process.execPath, ['src/app/worker-main.ts'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      ...workerSettings(database, smtpUrl),
      ...settings,
    },
    // Not our own output: anyone who waits for its end would wait for every process that holds it.
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  worker.stderr.on('data', (chunk) => process.stderr.write(chunk));
  onTestFinished(() => void worker.kill('SIGKILL'));
  return worker;
}

/** The environment of a worker. */
export function workerSettings(
  database: Pick<TestDatabase, 'dataDir' | 'url'>,
  smtpUrl: string,
): Record<string, string> {
  return {
    SITE_URL: siteUrl,
    DATA_DIR: database.dataDir,
    ...(database.url ? { DATABASE_URL: database.url } : {}),
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Society <news@society.example>',
    LOG_LEVEL: 'error',
    NEWSLETTER_RATE_PER_SECOND: '1000',
  };
}

/** Confirmed subscribers with an article on its way to them; newcomers who wait for their confirmation, others for their welcome. */
export async function queueMails(
  database: TestDatabase,
  { subscribers, newcomers = 0, welcomed = 0 }: { subscribers: number; newcomers?: number; welcomed?: number },
): Promise<void> {
  const { db } = database;
  const context = contextOf(database);
  const now = systemClock.now();
  const at = now.toISOString();
  const dates = { createdAt: at, confirmedAt: at, unsubscribedAt: null, lastMailAt: at };
  const addConfirmed = (name: string, count: number) => {
    const emails = Array.from({ length: count }, (_, n) => `${name}${n}@example.org`);
    const rows = emails.map((email) => ({ email, emailKey: email, state: 'confirmed' as const, ...dates }));
    return db.insertInto('subscribers').values(rows).returning(['id', 'emailKey']).execute();
  };
  await addConfirmed('reader', subscribers);
  for (let n = 0; n < newcomers; n++) await subscribe(context, { email: `new${n}@example.org`, address: 'test' });
  const editor = { username: 'editor', email: 'editor@society.example', password: 'a password of twenty' };
  await addAdministrator(db, editor, now);
  const { id: administratorId } = await db.selectFrom('administrators').select('id').executeTakeFirstOrThrow();
  const article = await saveArticle(
    context,
    { id: null, input: anArticle({ isPublished: true }), actor: { administratorId, now } },
    async () => {},
  );
  await sendArticleNewsletter(context, { articleId: article.id, administratorId });
  if (welcomed === 0) return;
  await db.insertInto('settings').values({ key: 'welcomeMail', value: 'true', updatedAt: at }).execute();
  for (const { id: subscriberId, emailKey } of await addConfirmed('welcome', welcomed))
    for (let time = 0; time < 2; time++) await welcomeOnce(context, { subscriberId, emailKey, now });
}

/** What the site would do with this database. */
export function contextOf({ db, dataDir }: TestDatabase): AppContext {
  const config = { ...readConfig({ SITE_URL: siteUrl, DATA_DIR: dataDir }), subscribeLimitPerHour: 100 };
  const log = createLog('silent');
  const outages = createStorageOutages(config, log);
  return { db, config, clock: systemClock, log, store: diskStore(dataDir), outages };
}

export async function isIssueDone({ db }: TestDatabase): Promise<boolean> {
  const issue = await db.selectFrom('issues').select('state').executeTakeFirst();
  return issue?.state === 'done';
}

/**
 * Nobody twice, nobody missing without being named unsure: each mail that is `sent` has arrived once, by its Message-ID, and the
 * others are not confirmed. `settled`: the states in which a mail may have ended. Answers the kinds of those that are not confirmed.
 */
export async function expectOnceOrNamed(
  { db }: Pick<TestDatabase, 'db'>,
  arrived: { messageId: string }[],
  settled: string[] = ['sent', 'unknown'],
): Promise<string[]> {
  const rows = await db.selectFrom('mails').select(['id', 'kind', 'state', 'messageId']).execute();
  const copies = Map.groupBy(arrived, ({ messageId }) => messageId);
  const known = new Set(rows.map(({ messageId }) => messageId));
  expect({
    twice: [...copies].filter(([, { length }]) => length > 1),
    missing: rows.filter(({ state, messageId }) => state === 'sent' && !copies.has(messageId ?? '')),
    unnamed: rows.filter(({ state }) => !settled.includes(state)),
    strange: [...copies.keys()].filter((messageId) => !known.has(messageId)),
  }).toEqual({ twice: [], missing: [], unnamed: [], strange: [] });
  return rows.filter(({ state }) => state === 'unknown').map(({ kind }) => kind);
}
