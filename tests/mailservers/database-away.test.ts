/** A newsletter through a real Postfix while PostgreSQL goes away and comes back: nobody twice, nobody missing. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { anArticle } from '#tests/support/builders.ts';
import { expectOnceOrNamed } from '#tests/support/mail-workers.ts';
import { troubledPostgres } from '#tests/support/postgres.ts';
import { startSite } from '#tests/support/site.ts';
import { eventually } from '#tests/support/smtp.ts';
import { tokenOf } from '#tests/support/states.ts';
import { hasPostfix, startPostfix } from './postfix.ts';

const subscribers = 200;

const addSubscribers = `INSERT INTO subscribers (email, email_key, state, created_at, confirmed_at)
  SELECT 'r' || n || '@example.org', 'r' || n || '@example.org', 'confirmed', now(), now()
  FROM generate_series(1, ${subscribers}) AS n`;

/** One connection a question: those of before the outage are gone. */
async function ask<Row extends pg.QueryResultRow>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

test.skipIf(!hasPostfix)('PostgreSQL is stopped twice in the middle of a newsletter', async () => {
  await using postgres = await troubledPostgres();
  if (!postgres) return;
  await using postfix = await startPostfix();
  // The tests' own server forgets the last commits when it fails.
  await ask(postgres.url, 'ALTER ROLE CURRENT_USER SET synchronous_commit = on');
  const mail = { SMTP_URL: postfix.url, MAIL_FROM: 'Society <news@society.example>', NEWSLETTER_RATE_PER_SECOND: '20' };
  const site = await startSite({ DATABASE_URL: postgres.url, ...mail });
  onTestFinished(() => void site.stop('SIGKILL'));
  await ask(postgres.url, addSubscribers);
  const headers = { authorization: `Bearer ${await tokenOf(site)}`, 'content-type': 'application/json' };
  const post = (path: string, body: unknown) =>
    fetch(`${site.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const article = (await (await post('/articles/admin', anArticle({ isPublished: true }))).json()) as { id: number };
  expect(await (await post(`/newsletter/admin/send/${article.id}`, {})).json()).toMatchObject({ queued: subscribers });
  for (const share of [0.2, 0.5]) {
    await eventually(() => postfix.delivered().length >= subscribers * share, 60_000);
    await postgres.order('stop');
    await sleep(12_000);
    await postgres.order('start');
  }
  const underWay = "SELECT id FROM mails WHERE state IN ('queued', 'retry', 'sending')";
  await eventually(async () => (await ask(postgres.url, underWay)).length === 0, 180_000);
  const database = await openMigratedDatabase({ dataDir: site.dataDir, databaseUrl: postgres.url });
  onTestFinished(() => database.close());
  const taken = await database.db.selectFrom('mails').select('id').where('state', '=', 'sent').execute();
  await eventually(() => postfix.deliveredCount() >= taken.length, 60_000);
  // The process that sent them lives: it says at last how each attempt ended.
  expect(await expectOnceOrNamed(database, postfix.delivered())).toEqual([]);
  expect(taken).toHaveLength(subscribers);
  expect(await ask(postgres.url, "SELECT id FROM subscribers WHERE state <> 'confirmed'")).toEqual([]);
});
