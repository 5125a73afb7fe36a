import { copyFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { storePicture } from '#features/uploads/pictures.server.ts';
import { aMember } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { appWithSubscribers, collector, deliveriesOf, subscribe } from '#tests/support/newsletter.ts';
import { patient } from '#tests/support/patience.ts';
import { plainJpeg } from '#tests/support/photos.ts';
import { listStatements } from '#tests/support/record-statements.ts';
import { eventually } from '#tests/support/smtp.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { startWorkerJobs } from './jobs.ts';

const day = 86_400_000;

/** What age removes, one of each. */
async function fill(app: TestApp): Promise<void> {
  const token = await app.signIn();
  const { body } = await app.json<{ id: number }>('POST', '/members/admin', aMember(), token);
  await app.json('DELETE', `/members/admin/${body.id}`, undefined, token);
  // Without a mail on its way, which would make the subscriber a new one.
  const subscriber = {
    email: 'reader@example.org',
    emailKey: 'reader@example.org',
    createdAt: app.clock.now().toISOString(),
  };
  const never = { confirmedAt: null, unsubscribedAt: null, lastMailAt: null };
  await app.db
    .insertInto('subscribers')
    .values({ ...subscriber, ...never, state: 'pending' })
    .execute();
  const bytes = await plainJpeg(40, 30);
  await storePicture(app.context, { purpose: 'members', bytes, fileName: 'a.jpg', administratorId: null });
}

async function left({ db }: TestApp): Promise<string[]> {
  const tables = ['members', 'revisions', 'subscribers', 'sessions', 'audit', 'uploads'] as const;
  const found = await Promise.all(tables.map((table) => db.selectFrom(table).select('id').limit(1).execute()));
  return tables.filter((_, index) => found[index]?.length);
}

/** Starts the worker; each job has had its turn when it has stopped. Answers what it warned of. */
async function runOnce({ context }: TestApp): Promise<string[]> {
  const said: string[] = [];
  const log = { ...context.log, warn: (message: string) => void said.push(message) };
  await startWorkerJobs({ ...context, log, mailer: collector().mailer }).stop();
  return said;
}

describe.each(engines)('the worker on %s', (engine) => {
  test('after a jump of 400 days the worker erases nothing at the start and logs one sentence', async () => {
    await using app = await testApp({ engine });
    await fill(app);
    const all = await left(app);
    expect(all).toHaveLength(6);
    expect(await runOnce(app)).toEqual([]);
    app.clock.advance(400 * day);
    expect(await runOnce(app)).toEqual([expect.stringMatching(/^The clock has jumped since 2026-11-21T12:00:00/)]);
    expect(await left(app)).toEqual(all);
  });

  test('pictures of deleted items are removed even while erasing by age waits', async () => {
    await using app = await testApp({ engine });
    await fill(app);
    await runOnce(app);
    await app.db.updateTable('uploads').set({ removedAt: app.clock.now().toISOString() }).execute();
    const { length } = await left(app);
    app.clock.advance(400 * day);
    await runOnce(app);
    expect(await left(app)).not.toContain('uploads');
    expect(await left(app)).toHaveLength(length - 1);
  });

  test('while the clock runs normally the worker erases what is old', async () => {
    await using app = await testApp({ engine });
    await fill(app);
    app.clock.advance(400 * day);
    expect(await runOnce(app)).toEqual([]);
    expect(await left(app)).toEqual(['audit']);
  });

  test('the worker erases by age everything that no other deletion removes', async () => {
    await using site = await appWithSubscribers(engine, 1);
    const { app } = site;
    const at = app.clock.now().toISOString();
    const administratorId = 1;
    const link = { subscriberId: 1, tokenHash: 'a'.repeat(64), createdAt: at, expiresAt: at, usedAt: null };
    await app.db.insertInto('confirmations').values(link).execute();
    const key = { administratorId, key: '0'.repeat(36), kind: 'articles', entityId: 1, createdAt: at } as const;
    await app.db.insertInto('idempotencyKeys').values(key).execute();
    const email = { kind: 'notice', recipient: 'a@example.org', content: '{}', state: 'sent' } as const;
    await app.db
      .insertInto('mails')
      .values({ ...email, nextAttemptAt: at, createdAt: at })
      .execute();
    const outbox = join(app.context.config.dataDir, 'outbox');
    await mkdir(outbox, { recursive: true });
    await writeFile(join(outbox, '2026-11-21-letter-0123456789ab.eml'), '');
    const tables = ['confirmations', 'idempotencyKeys', 'mails', 'audit'] as const;
    const filled = async () => {
      const rows = await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()));
      return [...tables.filter((_, index) => rows[index]?.length), ...(await readdir(outbox))];
    };
    expect(await filled()).toHaveLength(5);
    app.clock.advance(401 * day);
    await runOnce(app);
    expect(await filled()).toEqual([]);
  });

  test('the worker runs its jobs by itself', async () => {
    await using site = await appWithSubscribers(engine, 3, { config: { smtpUrl: 'smtp://127.0.0.1:9' } });
    const { app } = site;
    const { db } = app;
    await site.send();
    await subscribe(app, 'new@example.org');
    const at = app.clock.now().toISOString();
    const lost = { state: 'queued', leaseOwner: 'a lost worker', leaseUntil: '2026-01-01T00:00:00.000Z' } as const;
    await db.updateTable('mails').set(lost).where('id', '=', 1).execute();
    await db.updateTable('articles').set({ rendered: null }).execute();
    const bytes = await plainJpeg(40, 30);
    await storePicture(app.context, { purpose: 'members', bytes, fileName: 'a.jpg', administratorId: null });
    await db.updateTable('uploads').set({ removedAt: at }).execute();
    await sql`INSERT INTO search_queue (kind, id) VALUES ('articles', 1) ON CONFLICT DO NOTHING`.execute(db);

    const hanging = Promise.withResolvers<void>();
    const { mails, mailer } = collector();
    const send: typeof mailer.send = async (mail, options) => {
      if (mail.to === 'r2@example.org') await hanging.promise;
      return mailer.send(mail, options);
    };
    const listened = listStatements(db);
    const worker = startWorkerJobs({ ...app.context, db: listened.db, mailer: { ...mailer, send } });
    const leaseOf = async () => (await deliveriesOf(app))[1]?.leaseUntil ?? '';
    await vi.waitUntil(async () => mails.length === 3 && (await leaseOf()) !== '', patience);
    const lease = await leaseOf();
    app.clock.advance(10_000);
    await vi.waitUntil(async () => (await leaseOf()) > lease, patience);
    hanging.resolve();
    const left = async () => ({
      unsent: (await deliveriesOf(app)).filter(({ state }) => state !== 'sent').length,
      unfinished: (await db.selectFrom('issues').select('id').where('state', '!=', 'done').execute()).length,
      emails: (
        await db.selectFrom('mails').where('issueId', 'is', null).select('id').where('state', '!=', 'sent').execute()
      ).length,
      pictures: (await db.selectFrom('uploads').select('id').execute()).length,
      plainCode: (await db.selectFrom('articles').select('id').where('rendered', 'is', null).execute()).length,
      toIndex: (await sql`SELECT id FROM search_queue`.execute(db)).rows.length,
    });
    await vi.waitUntil(async () => Object.values(await left()).every((count) => count === 0), patience).catch(() => {});
    expect(await left()).toEqual({ unsent: 0, unfinished: 0, emails: 0, pictures: 0, plainCode: 0, toIndex: 0 });
    if (engine === 'sqlite') await vi.waitUntil(() => listened.statements.some(isCheckpoint), patience);
    await worker.stop();
  });
});

test('what the worker has sent survives a power cut: SQLite has it on disk within a second', async () => {
  await using app = await testApp();
  const { dataDir } = app.context.config;
  const { mails, mailer } = collector();
  const worker = startWorkerJobs({ ...app.context, mailer });
  await app.json('POST', '/newsletter/subscribe', { email: 'reader@example.org' });
  await eventually(() => mails.length === 1);
  const states = () => {
    copyFileSync(join(dataDir, 'site.db'), join(dataDir, 'copy.db'));
    const copy = new DatabaseSync(join(dataDir, 'copy.db'), { readOnly: true });
    try {
      return copy.prepare('SELECT state FROM mails').all();
    } finally {
      copy.close();
    }
  };
  try {
    await eventually(() => states().some(({ state }) => state === 'sent'));
  } finally {
    await worker.stop();
  }
});
const patience = { timeout: patient(30_000), interval: 50 };

function isCheckpoint(statement: string): boolean {
  return statement.includes('wal_checkpoint');
}
