import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { storePicture } from '#features/uploads/pictures.server.ts';
import { aMember } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { collector } from '#tests/support/newsletter.ts';
import { plainJpeg } from '#tests/support/photos.ts';
import { eventually } from '#tests/support/smtp.ts';
import { type TestApp, testApp } from '#tests/support/test-app.ts';
import { startWorker } from './worker.ts';

const day = 86_400_000;

/** What age removes, one of each. */
async function fill(app: TestApp): Promise<void> {
  const token = await app.signIn();
  const { body } = await app.json<{ id: number }>('POST', '/members/admin', aMember(), token);
  await app.json('DELETE', `/members/admin/${body.id}`, undefined, token);
  // Without a mail on its way, which would make the reader a new one.
  const reader = {
    email: 'reader@example.org',
    emailKey: 'reader@example.org',
    createdAt: app.clock.now().toISOString(),
  };
  const never = { confirmedAt: null, unsubscribedAt: null, lastMailAt: null };
  await app.db
    .insertInto('subscribers')
    .values({ ...reader, ...never, state: 'pending' })
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
  await startWorker({ ...context, log, mailer: collector().mailer }).stop();
  return said;
}

describe.each(engines)('the worker on %s', (engine) => {
  test('removes nothing at a start 400 days later, and says so in one sentence', async () => {
    await using app = await testApp({ engine });
    await fill(app);
    const all = await left(app);
    expect(all).toHaveLength(6);
    expect(await runOnce(app)).toEqual([]);
    app.clock.advance(400 * day);
    expect(await runOnce(app)).toEqual([expect.stringMatching(/^The clock does not go on from 2026-11-21T12:00:00/)]);
    expect(await left(app)).toEqual(all);
  });

  test('removes what is old while the clock goes on', async () => {
    await using app = await testApp({ engine });
    await fill(app);
    app.clock.advance(400 * day);
    expect(await runOnce(app)).toEqual([]);
    expect(await left(app)).toEqual(['audit']);
  });
});

test('what the outbox has sent outlives a power cut: it stands in the file of SQLite within a second', async () => {
  await using app = await testApp();
  const { dataDir } = app.context.config;
  const { mails, mailer } = collector();
  const worker = startWorker({ ...app.context, mailer });
  await app.json('POST', '/newsletter/subscribe', { email: 'reader@example.org' });
  await eventually(() => mails.length === 1);
  const states = () => {
    copyFileSync(join(dataDir, 'site.db'), join(dataDir, 'copy.db'));
    const copy = new DatabaseSync(join(dataDir, 'copy.db'), { readOnly: true });
    try {
      return copy.prepare('SELECT state FROM emails').all();
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
