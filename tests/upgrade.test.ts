/**
 * A database of version 0.2.0 (commit ee98fe51) starts on this version. tests/upgrade holds one of each engine: that commit's
 * `makeWorld` of tests/faults/world.ts, then subscribers, guests and a half-sent newsletter by its API and its worker.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import type { Draft, DraftList } from '#features/drafts/draft.schema.ts';
import { openDatabaseFile } from '#platform/db/database-file.ts';
import type { Db } from '#platform/db/db.ts';
import { type Engine, emptyPlace, everyEngine, freshDatabase } from './support/database.ts';
import { schemaOf } from './support/database-schema-text.ts';
import { collector, createMailWorker } from './support/newsletter.ts';
import { testApp } from './support/test-app.ts';

type Row = Record<string, unknown>;
type Tables = Map<string, Row[]>;

const folder = join(import.meta.dirname, 'upgrade');
const links = JSON.parse(readFileSync(join(folder, '0047-links.json'), 'utf8')) as Record<Engine, Links>;

type Links = {
  session: string;
  verify: string;
  unsubscribe: string;
  undo: string;
  guest: { coming: string; waiting: string; pending: string };
  preview: { articleId: number; query: string };
  invitation: string;
  invitationOfMail: string;
  reset: string;
  secondFactor: { username: string; recoveryCode: string; link: string };
  articles: Record<'sending' | 'changed' | 'illustrated', number>;
};

/** Tables and `table.column` that went since, each with the reason why nothing of it is missed. */
const gone: Record<string, string> = {
  invitations: 'they are account_links',
  invitation_tokens: 'they are account_links',
  preview_links: 'a link is good by its signature',
  preview_comments: 'no screen shows them any more',
  picture_uses: 'the same is in the texts',
  form_visits: 'true of one moment',
  retention_clock: 'erasing_clock says the same',
  'erased_deliveries.hard_bounces': 'they count as failed',
  'erased_deliveries.soft_bounces': 'they count as failed',
  'erased_deliveries.complaints': 'they count as failed',
  'erased_deliveries.left_after': 'who was erased is not known to have left',
  subscriber_counts: 'they are counted when someone asks',
  authenticator_apps: 'the administrators have them',
  erased_addresses: 'they are remembered_addresses',
  used_challenges: 'true of one moment',
  revision_contents: 'each revision holds its text',
  'revisions.content_hash': 'each revision holds its text',
  pending_suppressions: 'the subscribers have them',
  'articles.highlighted': 'rendered holds the colours',
  'administrators.sessions_ended_at': 'each session ends by itself',
  working_copies: 'they are drafts',
  article_changes: 'they are drafts of anyone who saved them',
  earlier_changes: 'nothing is merged with them any more',
  ended_copies: 'a draft ends in the transaction of its save',
  'idempotency_keys.version': 'only creations write keys',
  mail_breaker: 'true of one moment',
  deliveries: 'they are mails',
  emails: 'they are mails',
  workers: 'true of one moment',
  known_networks: 'a browser is known by its cookie',
  'registrations.former': 'a sign-up that no one confirms is removed',
  account_changes: 'a mail tells of each change, and none is reverted by a link',
  'issues.held_since': 'it is server_pause_since',
  'issues.hold_reason': 'it is server_pause_reason',
  'issues.next_probe_at': 'it is next_try_at',
  'uploads.alt': 'each text and item has its own',
};

/** The key of links that objected to a change is gone with them. */
const hasMeaning = (row: Row) => row.name !== 'objections';
/** A schedule whose state was called planned is scheduled. */
const inWordsOfToday = (row: Row) => (row.state === 'planned' ? { ...row, state: 'scheduled' } : row);
/** The kinds that came later are no loss. */
const isOld = (row: Row) => row.name !== 'pages' && row.name !== 'committees';

/** Of the database itself: what it has had, counts and looks through. */
const ownTables = ['migrations', 'content_version', 'article_search_queue', 'article_search', 'event_search'];

/** A minute after the fixture was made. */
const now = '2026-11-21T12:01:00.000Z';

async function fixturePlace(engine: Engine) {
  const place = await emptyPlace(engine);
  if (!place.url) {
    writeFileSync(join(place.dataDir, 'site.db'), unpacked('0047-sqlite.db.gz'));
    return place;
  }
  const statements = unpacked('0047-postgres.sql.gz').toString();
  await onServer(place.url, async (client) => {
    const { rowCount } = await client.query(
      "SELECT 1 FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)",
    );
    // A server without it never had it, as the migrations see to.
    await client.query(rowCount ? statements : statements.replace(/^.*SET COMPRESSION lz4;$/m, ''));
  });
  return place;
}

function unpacked(name: string): Buffer {
  return gunzipSync(readFileSync(join(folder, name)));
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

type Place = Awaited<ReturnType<typeof emptyPlace>>;

async function execute({ dataDir, url }: Place, statement: string): Promise<void> {
  if (url) return onServer(url, async (client) => void (await client.query(statement)));
  const database = openDatabaseFile(dataDir, {});
  database.exec(statement);
  database.close();
}

/** Every row of every table, as it lies in the database. */
async function rowsOf({ dataDir, url }: Pick<Place, 'dataDir' | 'url'>): Promise<Tables> {
  if (url)
    return onServer(url, async (client) => {
      const read = async (query: string) => (await client.query<Row>(query)).rows;
      return tablesFrom(read, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
    });
  const database = openDatabaseFile(dataDir, {});
  const read = async (query: string) => database.prepare(query).all() as Row[];
  const tables = await tablesFrom(
    read,
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'",
  );
  database.close();
  return tables;
}

async function tablesFrom(read: (query: string) => Promise<Row[]>, names: string): Promise<Tables> {
  const tables: Tables = new Map();
  for (const { name } of await read(names)) tables.set(String(name), await read(`SELECT * FROM ${String(name)}`));
  return tables;
}

function columnsOf(rows: Row[] = []): string[] {
  return Object.keys(rows[0] ?? {});
}

function asTexts(rows: Row[] = [], columns: string[]): string[] {
  return rows.map((row) => JSON.stringify(columns.map((column) => [column, row[column]]))).sort();
}

/** SQLite keeps how a table was written; a column that came later stands behind a comma. */
async function tidySchema(db: Db): Promise<string[]> {
  const statements = (await schemaOf(db)).split(/;\n+(?=CREATE)/);
  return statements.map((one) =>
    one
      .replaceAll('"', '')
      .replaceAll(/\s*([(),;])\s*/g, '$1')
      .replaceAll(/\s+/g, ' '),
  );
}

/** `change`: SQL that the old database is changed by first. */
async function started(engine: Engine, change = '') {
  const place = await fixturePlace(engine);
  if (change) await execute(place, change);
  const database = place.url && new URL(place.url).pathname.slice(1);
  const template = { folder: place.dataDir, database };
  const app = await testApp({ engine, template, now, config: { smtpUrl: 'smtp://127.0.0.1:1' } });
  const dispose = async () => {
    await app[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  };
  return { app, place, links: links[engine], [Symbol.asyncDispose]: dispose };
}

describe.each(everyEngine)('a database of version 0.2.0 on %s', (engine) => {
  test('keeps every row that still has a meaning', async () => {
    await using site = await started(engine);
    const before = await rowsOf(site.place);
    const { dataDir } = site.app.context.config;
    const after = await rowsOf({ dataDir, url: site.app.databaseUrl });
    expect(before.size).toBeGreaterThan(45);
    const lost = [...before].flatMap(([table, rows]) => [
      ...(after.has(table) ? [] : [table]),
      ...columnsOf(rows).flatMap((column) =>
        after.has(table) && !columnsOf(after.get(table)).includes(column) ? [`${table}.${column}`] : [],
      ),
    ]);
    expect(lost.filter((name) => !ownTables.includes(name)).sort()).toEqual(Object.keys(gone).sort());
    for (const [table, rows] of before) {
      if (ownTables.includes(table) || table in gone) continue;
      const columns = columnsOf(rows).filter((column) => !(`${table}.${column}` in gone));
      if (table === 'revisions') columns.splice(columns.indexOf('data'), 1);
      // Made anew from the text when the look of a page has changed.
      if (table === 'articles') columns.splice(columns.indexOf('rendered'), 1);
      expect(asTexts(after.get(table)?.filter(isOld), columns), table).toEqual(
        asTexts(rows.filter(hasMeaning).map(inWordsOfToday), columns),
      );
    }
  });

  test('still recognises erased addresses', async () => {
    await using site = await started(engine);
    const addressHash = 'h'.repeat(43);
    expect(await site.app.db.selectFrom('rememberedAddresses').selectAll().execute()).toEqual([
      { reason: 'erased', addressHash, rememberedAt: null },
    ]);
  });

  test('keeps the text of each version', async () => {
    await using site = await started(engine);
    const before = await rowsOf(site.place);
    const contents = new Map(before.get('revision_contents')?.map(({ hash, content }) => [hash, content]));
    const after = await site.app.db.selectFrom('revisions').select(['id', 'data']).orderBy('id').execute();
    const texts = before.get('revisions')?.map(({ id, data, content_hash: hash }) => {
      const fields = JSON.parse(String(data)) as object;
      return [Number(id), hash === null ? fields : { ...fields, content: contents.get(hash) }];
    });
    expect(contents.size).toBeGreaterThan(0);
    expect(after.map(({ id, data }) => [id, JSON.parse(data)])).toEqual(texts);
  });

  test('has each newsletter mail and each other mail once in the one queue', async () => {
    await using site = await started(engine);
    const before = await rowsOf(site.place);
    const { dataDir } = site.app.context.config;
    const mails = (await rowsOf({ dataDir, url: site.app.databaseUrl })).get('mails') ?? [];
    for (const [table, isOfTable] of [
      ['deliveries', (row: Row) => row.issue_id !== null],
      ['emails', (row: Row) => row.issue_id === null],
    ] as const) {
      const rows = before.get(table);
      const columns = columnsOf(rows).filter((column) => column !== 'unknown_outcomes' && column !== 'id');
      expect(rows?.length).toBeGreaterThan(2);
      expect(asTexts(mails.filter(isOfTable), columns), table).toEqual(asTexts(rows, columns));
    }
  });

  test('has the tables of a new site', async () => {
    await using site = await started(engine);
    await using fresh = await freshDatabase(engine);
    expect(await tidySchema(site.app.db)).toEqual(await tidySchema(fresh.db));
  });

  test('the links of its mails still work', async () => {
    await using site = await started(engine);
    const { app, links } = site;
    const subscriber = (email: string) =>
      app.db.selectFrom('subscribers').select('state').where('email', '=', email).executeTakeFirst();
    expect((await app.json('GET', `/newsletter/verify?token=${links.verify}`)).status).toBe(200);
    expect(await subscriber('verify@example.org')).toEqual({ state: 'confirmed' });
    const { search } = new URL(links.unsubscribe);
    expect((await app.json('DELETE', `/newsletter/unsubscribe${search}`)).status).toBe(200);
    expect(await subscriber('stays@example.org')).toEqual({ state: 'unsubscribed' });
    const { email, token } = Object.fromEntries(new URL(links.undo).searchParams);
    expect((await app.json('POST', '/newsletter/resubscribe', { email, token })).status).toBe(200);
    expect(await subscriber('gone@example.org')).toEqual({ state: 'confirmed' });
    const guest = (of: keyof Links['guest']) => app.json('GET', `/registrations/mine?token=${links.guest[of]}`);
    expect((await guest('coming')).body).toMatchObject({ name: 'Dora', state: 'confirmed' });
    expect((await guest('waiting')).body).toMatchObject({ name: 'Ben', state: 'waiting' });
    const confirmed = await app.json('POST', '/registrations/confirm', { token: links.guest.pending });
    expect(confirmed.body).toMatchObject({ name: 'Cem', state: 'waiting' });
    const { articleId, query } = links.preview;
    expect((await app.json('GET', `/articles/${articleId}/preview${query}`)).body).toMatchObject({ title: 'Draft' });
  });

  test('its accounts still sign in', async () => {
    await using site = await started(engine);
    const { app, links } = site;
    const read = (token: string) => app.json('POST', '/account-links/read', { token });
    expect((await read(links.invitationOfMail)).body).toMatchObject({ email: 'ben@society.example' });
    expect((await read(links.reset)).body).toMatchObject({ username: 'editor2' });
    const input = { token: links.invitation, username: 'ben', password: 'marmot umbrella violin' };
    expect((await app.json('POST', '/account-links/use', input)).status).toBe(200);
    expect((await app.json('GET', '/admin/verify', undefined, links.session)).status).toBe(200);
    const { username, recoveryCode } = links.secondFactor;
    const first = { usernameOrEmail: username, password: 'a password of twenty' };
    const { body } = await app.json<{ challenge: { token: string } }>('POST', '/admin/login', first);
    const second = { challenge: body.challenge.token, recoveryCode };
    expect((await app.json('POST', '/admin/login/second', second)).status).toBe(200);
    const columns = ['totpSecret', 'totpLastStep', 'totpCreatedAt', 'totpLastUsedAt'] as const;
    const apps = app.db.selectFrom('administrators').select(columns).where('totpSecret', 'is not', null);
    const totpCreatedAt = '2026-11-21T12:00:00.000Z';
    expect(await apps.execute()).toEqual([
      { totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', totpLastStep: 59_842_080, totpCreatedAt, totpLastUsedAt: null },
    ]);
  });

  test('sends the rest of a half-sent newsletter, once', async () => {
    await using site = await started(engine);
    const { app, links } = site;
    app.clock.advance(3_600_000);
    const { mails, mailer } = collector();
    await createMailWorker({ ...app.context, mailer }).sendDue();
    const subject = 'On its way';
    expect(mails.filter((mail) => mail.subject === subject).map(({ to }) => to)).toEqual(['r4@example.org']);
    const states = await app.db
      .selectFrom('mails')
      .select(['subscriberId', 'state'])
      .where('articleId', '=', links.articles.sending)
      .orderBy('subscriberId')
      .execute();
    expect(states.map(({ state }) => state)).toEqual(['sent', 'failed', 'unknown', 'sent']);
  });

  test('a newsletter that its mail server had paused stays paused, and is sent once the server accepts a mail', async () => {
    const articleId = links[engine].articles.sending;
    await using site = await started(
      engine,
      `UPDATE issues SET held_since = '2026-11-21T12:00:30.000Z', hold_reason = 'it has taken no email',
        next_probe_at = '2026-11-21T12:01:30.000Z' WHERE article_id = ${articleId}`,
    );
    const { app } = site;
    const columns = ['state', 'serverPauseSince', 'serverPauseReason', 'nextTryAt'] as const;
    const issue = () => app.db.selectFrom('issues').select(columns).where('articleId', '=', articleId).execute();
    const paused = { serverPauseSince: '2026-11-21T12:00:30.000Z', serverPauseReason: 'it has taken no email' };
    expect(await issue()).toEqual([{ state: 'sending', ...paused, nextTryAt: '2026-11-21T12:01:30.000Z' }]);
    const { mails, mailer } = collector();
    const worker = createMailWorker({ ...app.context, mailer });
    await worker.sendDue();
    expect(mails.filter(({ subject }) => subject === 'On its way')).toEqual([]);
    app.clock.advance(3_600_000);
    await worker.sendDue();
    expect(mails.filter(({ subject }) => subject === 'On its way').map(({ to }) => to)).toEqual(['r4@example.org']);
    expect(await issue()).toEqual([
      { state: 'sending', serverPauseSince: null, serverPauseReason: null, nextTryAt: null },
    ]);
  });

  test('offers what was typed and not saved, and what was saved beside a live article', async () => {
    await using site = await started(engine);
    const { app, links } = site;
    const listed = await app.json<DraftList>('GET', '/drafts/admin', undefined, links.session);
    const [begun = ''] = listed.body.flatMap(({ form }) => (form.startsWith('articles-new-') ? form : []));
    const draftOf = async (form: string) =>
      (await app.json<{ draft: Draft }>('GET', `/drafts/admin/${form}`, undefined, links.session)).body.draft;
    expect(await draftOf(begun)).toMatchObject({ version: null, values: { title: 'Bats at night' } });
    const typed = { title: 'Illustrated, and not saved' };
    expect(await draftOf(`articles-${links.articles.illustrated}`)).toMatchObject({ version: 1, values: typed });
    const beside = { title: 'Changed, and not live yet', excerpt: '', lang: '' };
    expect(await draftOf(`articles-${links.articles.changed}`)).toMatchObject({ version: 1, values: beside });
    const live = await app.json('GET', `/articles/${links.articles.changed}`, undefined, links.session);
    expect(live.body).toMatchObject({ title: 'Changed', isPublished: true });
  });
});
