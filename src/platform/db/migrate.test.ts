import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Engine, emptyPlace, engines, freshDatabase } from '#tests/support/database.ts';
import { patient } from '#tests/support/patience.ts';
import { openDatabase } from './db.ts';
import { migratePostgres, migrateSqlite } from './migrate.ts';
import { connectPostgres } from './postgres.ts';
import { indexQueued } from './search/index-queue.ts';
import { searchCondition, searchIndexes } from './search/search.ts';
import { openSqlite } from './sqlite.ts';

const run = promisify(execFile);

type Place = { dataDir: string; url: string | undefined };

/** Migrates the place with these files only, and answers the names that were applied. */
async function migrate(place: Place, files: Record<string, string>): Promise<string[]> {
  const folder = join(place.dataDir, 'migrations');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  if (place.url) {
    const client = await connectPostgres(place.url);
    try {
      await migratePostgres(client, folder);
      const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY number');
      return rows.map((row) => row.name);
    } finally {
      await client.end();
    }
  }
  const database = await openSqlite(place.dataDir);
  try {
    migrateSqlite(database, { folder });
    return database
      .prepare('SELECT name FROM migrations ORDER BY number')
      .all()
      .map((row) => String(row.name));
  } finally {
    database.close();
  }
}

async function execute(place: Place, statements: string): Promise<void> {
  if (place.url) {
    const client = await connectPostgres(place.url);
    await client.query(statements);
    return client.end();
  }
  const database = await openSqlite(place.dataDir);
  database.exec(statements);
  database.close();
}

type Row = Record<string, unknown>;

/** Times as the API writes them. */
async function rowsOf(place: Place, query: string): Promise<Row[]> {
  if (place.url) {
    const client = await connectPostgres(place.url);
    const { rows } = await client.query<Row>(query);
    await client.end();
    return JSON.parse(JSON.stringify(rows)) as Row[];
  }
  const database = await openSqlite(place.dataDir);
  const rows = database.prepare(query).all();
  database.close();
  return rows.map((row) => ({ ...row }));
}

async function tablesOf(place: Place): Promise<string[]> {
  const tables = place.url
    ? "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
    : "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1";
  return (await rowsOf(place, tables)).map((row) => String(row.name));
}

/** Opens the site's database in another process, at the given moment. */
function openElsewhere(place: Place, at: number) {
  const script = `
    import { setTimeout } from 'node:timers/promises';
    import { openDatabase } from '#platform/db/db.ts';
    await setTimeout(${at} - Date.now());
    const database = await openDatabase(${JSON.stringify({ databaseUrl: place.url, dataDir: join(place.dataDir, 'new') })});
    const now = new Date().toISOString();
    await database.db.insertInto('secrets').values({ name: String(process.pid), value: '', createdAt: now }).execute();
    await database.close();`;
  return run(process.execPath, ['--input-type=module', '-e', script]);
}

const one = { '0001_one.sql': 'CREATE TABLE one (id integer PRIMARY KEY);' };
const two = { ...one, '0002_two.sql': 'CREATE TABLE two (id integer);\nINSERT INTO two VALUES (1), (2);' };

/** The files of the site itself, up to this number. */
function siteMigrations(engine: Engine, last = Number.POSITIVE_INFINITY): Record<string, string> {
  const folder = join('db/migrations', engine);
  const names = readdirSync(folder).filter((name) => Number(name.slice(0, 4)) <= last);
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const queuedBefore = `
  INSERT INTO subscribers (id, email, email_key, state, created_at) VALUES (3, 'a@x.example', 'a@x.example', 'pending', '2026-11-01T00:00:00.000Z');
  INSERT INTO letters (id, kind, subscriber_id, state, attempts, next_attempt_at, message_id, created_at) VALUES
    (7, 'confirm', 3, 'retry', 2, '2026-11-01T00:04:00.000Z', '<letter.1@x.example>', '2026-11-01T00:00:00.000Z');
  INSERT INTO admin_emails (recipient, subject, paragraphs, link, message_key, state, next_attempt_at, created_at) VALUES
    ('b@x.example', 'Told', '["One."]', '{"kind":"object","changeId":4,"recipientId":5}', '0123456789abcdef0123456789abcdef', 'queued', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'),
    ('c@x.example', 'Choose', '["Two."]', '{"kind":"choose-password","administratorId":6}', '1123456789abcdef0123456789abcdef', 'queued', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'),
    ('d@x.example', 'Plain', '["Three"]', NULL, '2123456789abcdef0123456789abcdef', 'queued', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z')`;

const sentBefore = `
  INSERT INTO subscribers (id, email, email_key, state, created_at) VALUES
    (3, 'a@x.example', 'a@x.example', 'confirmed', '2026-11-01T00:00:00.000Z'),
    (4, 'b@x.example', 'b@x.example', 'confirmed', '2026-11-01T00:00:00.000Z'),
    (5, 'c@x.example', 'c@x.example', 'confirmed', '2026-11-01T00:00:00.000Z');
  INSERT INTO articles (id, title, description, content, content_text, image_alt, is_published, is_featured, created_at, updated_at)
    VALUES (2, 'Owls', 'Owls', '', '', '', true, false, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z');
  INSERT INTO issues (id, article_id, subject, html, text, created_at, updated_at, state) VALUES
    (6, 2, 'Owls', '<p>Owls</p>', 'Owls', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', 'sending');
  INSERT INTO deliveries (id, issue_id, article_id, subscriber_id, state, attempts, lease_owner, lease_until, next_attempt_at,
      smtp_code, smtp_answer, message_id, created_at, sent_at, doubts) VALUES
    (7, 6, 2, 3, 'unknown', 4, NULL, NULL, '2026-11-01T00:04:00.000Z', 451, 'Later', '<a@x.example>', '2026-11-01T00:00:00.000Z', NULL, 2),
    (8, 6, 2, 4, 'retry', 1, NULL, NULL, '2026-11-01T00:05:00.000Z', NULL, NULL, '<b@x.example>', '2026-11-01T00:00:00.000Z', NULL, 1),
    (9, 6, 2, 5, 'sending', 1, 'w', '2026-11-01T00:06:00.000Z', '2026-11-01T00:00:00.000Z', NULL, NULL, '<c@x.example>', '2026-11-01T00:00:00.000Z', NULL, 0);
  INSERT INTO account_changes (id, kind, replaced, created_at, expires_at, objected_at) VALUES
    (11, 'mail-settings', '{}', '2026-11-01T00:00:00.000Z', '2026-11-04T00:00:00.000Z', '2026-11-02T00:00:00.000Z'),
    (12, 'export', NULL, '2026-11-01T00:00:00.000Z', '2026-11-04T00:00:00.000Z', NULL)`;

const longText = `Nguyễn Văn Đặng ${'estuary '.repeat(2000)}`;
const writtenBefore = `
  INSERT INTO articles (id, title, description, content, content_text, rendered, image_alt, is_published, is_featured, created_at, updated_at) VALUES
    (2, 'José', 'Old', '', 'At the Café', '<p>old</p>', '', true, false, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'),
    (3, 'الصِّحَّة', 'Old', '', 'Straße', '', '', true, false, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'),
    (4, 'Long', 'Old', '', '${longText}', '', '', true, false, '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z');
  INSERT INTO events (id, title, event_date, starts_at, location, description, created_at, updated_at) VALUES
    (5, 'Всё о реке', '2026-12-01T18:00:00', '2026-12-01T18:00:00.000Z', 'Łódź', 'Υγεία', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z')`;

describe.each(engines)('%s', (engine: Engine) => {
  test('articles and events of before are found without their marks, and are rendered anew', async () => {
    await using place = await emptyPlace(engine);
    await migrate(place, siteMigrations(engine, 22));
    await execute(place, writtenBefore);
    await migrate(place, siteMigrations(engine));
    const config = { databaseUrl: place.url, dataDir: place.dataDir };
    const database = await openDatabase(config);
    const { db } = database;
    await indexQueued(db, config);
    const find = async (table: 'articles' | 'events', term: string) => {
      const isFound = await searchCondition(db, term, searchIndexes[table]);
      return (await db.selectFrom(table).select('id').where(isFound).orderBy('id').execute()).map(({ id }) => id);
    };
    const found = {
      jose: await find('articles', 'jose'),
      cafe: await find('articles', 'CAFE'),
      arabic: await find('articles', 'الصحة'),
      strasse: await find('articles', 'strasse'),
      dang: await find('articles', 'van dang'),
      all: await find('events', 'все о'),
      greek: await find('events', 'υγεια'),
      none: await find('articles', 'josef'),
    };
    const rendered = await db.selectFrom('articles').select(['lang', 'rendered']).execute();
    await database.close();
    expect(found).toEqual({
      jose: [2],
      cafe: [2],
      arabic: [3],
      strasse: [3],
      dang: [4],
      all: [5],
      greek: [5],
      none: [],
    });
    expect(rendered).toEqual([2, 3, 4].map(() => ({ lang: null, rendered: null })));
  });

  test('deliveries and account changes keep all they say, and an unknown outcome has no next attempt', async () => {
    await using place = await emptyPlace(engine);
    await migrate(place, siteMigrations(engine, 20));
    await execute(place, sentBefore);
    const [unknown, ...others] = await rowsOf(place, 'SELECT * FROM deliveries ORDER BY id');
    const changes = await rowsOf(place, 'SELECT * FROM account_changes ORDER BY id');
    await migrate(place, siteMigrations(engine));
    const renamed = ({ doubts, ...row }: Row) => ({ ...row, unknown_outcomes: doubts, earlier_outcome: null });
    expect(await rowsOf(place, 'SELECT * FROM deliveries ORDER BY id')).toEqual([
      { ...renamed(unknown as Row), next_attempt_at: '9999-12-31T23:59:59.999Z' },
      ...others.map(renamed),
    ]);
    expect([unknown?.doubts, others.length, changes.length]).toEqual([2, 2, 2]);
    expect(await rowsOf(place, 'SELECT * FROM account_changes ORDER BY id')).toEqual(
      changes.map(({ objected_at, ...row }) => ({ ...row, reverted_at: objected_at })),
    );
  });

  test('e-mails that wait in the two queues of before wait in the outbox', async () => {
    await using place = await emptyPlace(engine);
    await migrate(place, siteMigrations(engine, 19));
    await execute(place, queuedBefore);
    await migrate(place, siteMigrations(engine));
    const database = await openDatabase({ databaseUrl: place.url, dataDir: place.dataDir });
    const rows = await database.db.selectFrom('emails').selectAll().orderBy('id').execute();
    await database.close();
    const told = { subject: 'Told', paragraphs: ['One.'], objection: { changeId: 4, recipientId: 5 } };
    expect(rows.map(({ content, ...row }) => ({ ...row, content: JSON.parse(content) as unknown }))).toMatchObject([
      {
        ...{ id: 7, kind: 'confirm', subscriberId: 3, recipient: null, state: 'retry', attempts: 2, content: {} },
        ...{ nextAttemptAt: '2026-11-01T00:04:00.000Z', messageId: '<letter.1@x.example>' },
      },
      { id: 8, kind: 'account-notice', recipient: 'b@x.example', state: 'queued', content: told },
      { id: 9, kind: 'password-reset', recipient: 'c@x.example', content: { administratorId: 6 } },
      { id: 10, kind: 'account-notice', content: { subject: 'Plain', paragraphs: ['Three'] } },
    ]);
  });

  test('processes that open a new database at the same moment migrate it once', async () => {
    await using place = await emptyPlace(engine);
    const at = Date.now() + patient(1500);
    await Promise.all(Array.from({ length: 4 }, () => openElsewhere(place, at)));
    const database = await openDatabase({ databaseUrl: place.url, dataDir: join(place.dataDir, 'new') });
    const { rows } = await sql<{ name: string }>`select name from migrations order by number`.execute(database.db);
    const writers = await database.db.selectFrom('secrets').selectAll().execute();
    await database.close();
    const files = readdirSync(`db/migrations/${engine}`).sort();
    expect(rows.map((row) => `${row.name}.sql`)).toEqual(files);
    expect(writers).toHaveLength(4);
  });

  test('only what is missing is applied', async () => {
    await using place = await emptyPlace(engine);
    expect(await migrate(place, one)).toEqual(['0001_one']);
    expect(await migrate(place, two)).toEqual(['0001_one', '0002_two']);
    expect(await migrate(place, two)).toEqual(['0001_one', '0002_two']);
  });

  test('line ends of another system change nothing', async () => {
    await using place = await emptyPlace(engine);
    await migrate(place, two);
    const turned = Object.entries(two).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]);
    expect(await migrate(place, Object.fromEntries(turned))).toHaveLength(2);
  });

  test('an edited migration is refused in one sentence', async () => {
    await using place = await emptyPlace(engine);
    await migrate(place, one);
    await expect(migrate(place, { '0001_one.sql': `${one['0001_one.sql']} ` })).rejects.toThrow(
      'Migration 0001_one was changed after it had been applied to this database.',
    );
  });

  test('a database that is newer than the program is refused in one sentence', async () => {
    await using place = await emptyPlace(engine);
    await migrate(place, two);
    await expect(migrate(place, one)).rejects.toThrow('The database is newer than this program');
  });

  test('a migration that fails leaves nothing of itself', async () => {
    await using place = await emptyPlace(engine);
    const broken = { ...one, '0002_two.sql': 'CREATE TABLE two (id integer); CREATE TABLE two (id integer);' };
    await expect(migrate(place, broken)).rejects.toThrow(/two/);
    expect(await tablesOf(place)).toEqual(expect.arrayContaining(['migrations', 'one']));
    expect(await tablesOf(place)).not.toContain('two');
    expect(await migrate(place, two)).toHaveLength(2);
  });

  test('a gap in the numbers is refused', async () => {
    await using place = await emptyPlace(engine);
    await expect(migrate(place, { ...one, '0003_three.sql': '' })).rejects.toThrow('0003_three.sql is not number 2');
  });

  test('a migrated database opens again with what is in it', async () => {
    await using first = await freshDatabase(engine);
    const row = { name: 'a', value: 'b', createdAt: '2026-11-21T05:00:00.123Z' };
    await first.db.insertInto('secrets').values(row).execute();
    const second = await openDatabase({ databaseUrl: first.url, dataDir: first.dataDir });
    expect(await second.db.selectFrom('secrets').selectAll().execute()).toEqual([row]);
    await second.close();
  });
});
