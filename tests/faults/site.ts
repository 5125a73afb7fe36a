/** The site whose steps fail, and how it becomes again what it was: a new one takes a second on a busy machine. */
import { sql } from 'kysely';
import { type ApiApp, createApi } from '#app/api.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import { asTemplate, type Engine, type Template } from '../support/database.ts';
import { smtpServer } from '../support/smtp.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { createFaults, failingStore, failStatements } from './faults.ts';
import { type Content, contentOf } from './stored-content.ts';
import { makeWorld, webhookSecret } from './world.ts';

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Use with `await using`. */
export async function openSite(engine: Engine) {
  const faults = createFaults();
  const server = await smtpServer({ fail: (step) => (faults.isHit(`SMTP ${step}`) ? 451 : undefined) });
  const config = configFor(server.url);
  const first = await testApp({ engine, config });
  const world = await makeWorld(first);
  const content = await contentOf(first.context);
  if (engine === 'postgres') await keepRows(first.db, content);
  const template = await asTemplate({ ...first, dataDir: first.context.config.dataDir, url: first.databaseUrl });
  let app = await openCopy(template);

  async function openCopy(from: Template): Promise<TestApp> {
    const copy = await testApp({ engine, template: from, config });
    failStatements(copy.db, faults);
    return copy;
  }

  function newApi(): ApiApp {
    return createApi({ ...app.context, store: failingStore(app.context.store, faults) });
  }

  return {
    faults,
    world,
    content,
    app: () => app,
    /** What the mail server has got. */
    mails: server.mails,
    api: newApi,
    /** Of an API that remembers nothing. */
    request: async (path: string, init: RequestInit): Promise<Response> => newApi().request(path, init),
    /** `places` are those that differ. */
    async restore(places: string[]): Promise<void> {
      if (places.length === 0) return;
      if (engine === 'postgres' && !places.includes('files') && (await restoreRows(app.db, places))) return;
      await app[Symbol.asyncDispose]();
      app = await openCopy(template);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await app[Symbol.asyncDispose]();
      await first[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function keepRows(db: Db, content: Content): Promise<void> {
  await sql`CREATE SCHEMA first`.execute(db);
  for (const name of content.keys())
    if (name !== 'files') await sql`CREATE TABLE first.${sql.ref(name)} AS TABLE ${sql.table(name)}`.execute(db);
}

/** False where the user of the database may not keep triggers from firing. */
async function restoreRows(db: Db, tables: string[]): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(trx);
      for (const name of tables) {
        await sql`DELETE FROM ${sql.table(name)}`.execute(trx);
        await sql`INSERT INTO ${sql.table(name)} SELECT * FROM first.${sql.ref(name)}`.execute(trx);
      }
    });
    return true;
  } catch {
    return false;
  }
}

function configFor(smtpUrl: string): Partial<Config> {
  const { newsletter } = readConfig({ NEWSLETTER_RATE_PER_SECOND: '10000' });
  const bounces = { ...newsletter.bounces, webhookSecret };
  return { smtpUrl, subscribeLimitPerHour: 1000, newsletter: { ...newsletter, bounces } };
}
