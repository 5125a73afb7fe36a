/** What the benchmarks of the newsletter have in common: a database of subscribers with an article for them, and a sink. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { sql } from 'kysely';
import { saveArticle } from '#features/articles/saving.server.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import type { AppContext } from '#platform/context.ts';
import { type Db, openMigratedDatabase } from '#platform/db/db.ts';
import type { Durability } from '#platform/db/sqlite.ts';
import { createLog } from '#platform/log.ts';
import { diskStore } from '#platform/storage/disk-store.ts';
import { createStorageOutages } from '#platform/storage-outages.ts';
import { anArticle } from '../support/builders.ts';
import { type Engine, emptyPlace } from '../support/database.ts';

export const siteUrl = 'https://society.example';
/** Some 22 kB as a mail. */
export const content = `<p>${'A paragraph on the health of people, animals and places. '.repeat(12)}</p>`.repeat(12);
export const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.version}`;

const rowsAtOnce = 10_000;

type Options = { engine: Engine; subscribers: number; durability?: Durability };

/** Use with `await using`. */
export async function openMailing({ engine, subscribers, durability = 'full' }: Options) {
  const place = await emptyPlace(engine);
  const { dataDir, url } = place;
  const database = await openMigratedDatabase({ dataDir, databaseUrl: url }, durability);
  const { db } = database;
  const config = readConfig({ SITE_URL: siteUrl, DATA_DIR: dataDir, NEWSLETTER_RATE_PER_SECOND: '100000' });
  const log = createLog('silent');
  const outages = createStorageOutages(config, log);
  const context: AppContext = { db, config, clock: systemClock, log, store: diskStore(dataDir), outages };
  await addSubscribers(db, subscribers);
  const administratorId = await addEditor(db);
  const actor = { administratorId, now: systemClock.now() };
  const save = { id: null, input: anArticle({ content, isPublished: true }), actor };
  const { id: articleId } = await saveArticle(context, save, async () => {});
  return {
    context,
    dataDir,
    url,
    sending: { articleId, administratorId },
    async [Symbol.asyncDispose]() {
      await database.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** `reader1@example.org` and so on, all confirmed. */
export async function addSubscribers(db: Db, subscribers: number): Promise<void> {
  const at = systemClock.now().toISOString();
  for (let from = 0; from < subscribers; from += rowsAtOnce) {
    const to = Math.min(subscribers, from + rowsAtOnce);
    await sql`
      INSERT INTO subscribers (email, email_key, state, created_at, confirmed_at)
      WITH RECURSIVE numbers (n) AS (SELECT ${sql.lit(from + 1)} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${sql.lit(to)})
      SELECT 'reader' || n || '@example.org', 'reader' || n || '@example.org', 'confirmed', ${sql.lit(at)}, ${sql.lit(at)}
      FROM numbers`.execute(db);
  }
}

async function addEditor(db: Db): Promise<number> {
  const who = { username: 'editor', usernameKey: 'editor', email: 'editor@a.org', emailKey: 'editor@a.org' };
  const row = { ...who, passwordHash: 'none', isActive: true, createdAt: systemClock.now().toISOString() };
  const { id } = await db.insertInto('administrators').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** An SMTP server as a process of its own. Use with `await using`. */
export async function startSink() {
  const child = fork(new URL('./smtp-sink.ts', import.meta.url));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    port,
    /** Mails taken so far. */
    async taken(): Promise<number> {
      const answer = once(child, 'message') as Promise<[{ taken: number }]>;
      child.send('how many');
      return (await answer)[0].taken;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
    },
  };
}
