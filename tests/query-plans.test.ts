import { CompiledQuery, sql } from 'kysely';
import { expect, test } from 'vitest';
import { machineFileRoutes } from '#app/feeds/machine-file-routes.ts';
import { kinds } from '#app/kinds.ts';
import { createNewsletterLinks } from '#features/newsletter/content/newsletter-links.server.ts';
import { type Db, isPostgres } from '#platform/db/db.ts';
import { everyEngine } from './support/database.ts';
import { addArticles, addEvents, addSubscribers } from './support/fill-database.ts';
import { recordStatements } from './support/record-statements.ts';
import { type TestApp, testApp } from './support/test-app.ts';

const large = 'articles|events|subscribers|mails';
const rows = 600;
const searches = ['health', 'one health', 'he', 'e', '%', 'nothing like this'];
/** Goes on for minutes; or is asked for everything there is, once in a year. */
const leftOut = /\/issues\/[^/]+\/events$|\/live\/admin\/events$|\/export\/admin$/;

for (const engine of everyEngine)
  test(`no request reads all articles, events, subscribers or deliveries on ${engine}`, async () => {
    await using app = await testApp({ engine });
    await fill(app);
    const token = await app.signIn();
    const statements = recordStatements(app.db);
    await walk(app, token);
    await visit(app);
    expect(statements.size).toBeGreaterThan(60);
    // A list reads no bodies, neither to show nor to search them.
    const lists = [...statements.keys()].filter((text) => /from "articles"/.test(text) && /\blimit\b/.test(text));
    expect(lists.length).toBeGreaterThan(2);
    expect(lists.filter((text) => /\bcontent(_text)?\b|select \*/.test(text))).toEqual([]);
    expect(await fullScans(app.db, [...statements.values()])).toEqual([]);
  });

async function fill(app: TestApp): Promise<void> {
  const now = app.clock.now();
  await addArticles(app.db, rows, 400, now);
  await addEvents(app.db, rows, now);
  await addSubscribers(app.db, rows, now);
  const at = now.toISOString();
  const issue = { articleId: 1, subject: 'Health', html: '', text: '', createdAt: at, updatedAt: at };
  await app.db
    .insertInto('issues')
    .values({ ...issue, state: 'sending', pauseReason: null })
    .execute();
  const states = ['sent', 'sent', 'queued', 'failed', 'retry', 'skipped'] as const;
  const deliveries = Array.from({ length: rows }, (_, index) => ({
    kind: 'newsletter',
    issueId: 1,
    articleId: 1,
    subscriberId: index + 1,
    state: states[index % states.length] ?? 'sent',
    messageId: `<${index}@society.example>`,
    nextAttemptAt: at,
    createdAt: at,
    sentAt: null,
    leaseOwner: null,
    leaseUntil: null,
    smtpCode: null,
    smtpAnswer: null,
  }));
  await app.db.insertInto('mails').values(deliveries).execute();
  if (isPostgres(app.db)) await sql`analyze`.execute(app.db);
}

/** Every read of the API, each list also searched, further down and by state, and what machines read. */
async function walk(app: TestApp, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const read = async (path: string) => {
    const response = await app.request(path, { headers });
    await response.text();
    expect({ path, failed: response.status >= 500 }).toEqual({ path, failed: false });
    return response;
  };
  const paths = app.api.routes
    .filter(({ method, path }) => method === 'GET' && !path.includes('*') && !leftOut.test(path))
    .map(({ path }) => path.replace(/:\w+(\{[^}]*\})?/g, '1'));
  for (const path of new Set(paths)) {
    const first = await read(path);
    const cursor = (await read(`${path}?limit=2`)).headers.get('x-next-cursor');
    if (!first.headers.has('x-total-count')) continue;
    if (cursor) await read(`${path}?limit=2&cursor=${cursor}`);
    for (const search of searches) await read(`${path}?limit=2&search=${encodeURIComponent(search)}`);
    for (const state of ['suppressed', 'confirmed', 'failed'])
      for (const search of ['', '&search=anna', '&search=a']) await read(`${path}?limit=2&state=${state}${search}`);
    await readInStates(path, read);
  }
  for (const path of ['/feed.xml', '/rss.xml', '/feed.json', '/events.ics', '/sitemap.xml'])
    expect((await machineFileRoutes(app.context).request(path)).status).toBe(200);
}

type Read = (path: string) => Promise<Response>;

/** Each list of a kind in each state, also further down and searched. */
async function readInStates(path: string, read: Read): Promise<void> {
  const kind = kinds.find(({ name }) => path === `/api/v1/${name}/admin`);
  if (!kind) return;
  for (const state of ['', ...Object.keys(kind.states).map((name) => `&state=${name}`)]) {
    const list = `${path}?limit=2${state}`;
    const response = await read(list);
    expect({ list, status: response.status }).toEqual({ list, status: 200 });
    const cursor = response.headers.get('x-next-cursor');
    if (cursor) await read(`${list}&cursor=${cursor}`);
    await read(`${list}&search=health`);
  }
}

/** What visitors do to the list of subscribers. */
async function visit(app: TestApp): Promise<void> {
  const { email } = await app.db
    .selectFrom('subscribers')
    .select('email')
    .where('id', '=', 7)
    .executeTakeFirstOrThrow();
  const links = await createNewsletterLinks(app.db, 'https://society.example');
  await app.json('POST', '/newsletter/subscribe', { email: 'new@society.example' });
  await app.json('POST', '/newsletter/subscribe', { email });
  await app.json('GET', '/newsletter/verify?token=unknown');
  await app.json('DELETE', `/newsletter/unsubscribe${new URL(links.ownLinks(email).oneClick).search}`);
  await app.json('DELETE', `/newsletter/unsubscribe?email=${encodeURIComponent(email)}`);
}

async function fullScans(db: Db, statements: CompiledQuery[]): Promise<string[]> {
  const found: string[] = [];
  const explainable = statements.filter(({ sql: text }) => /^\s*(select|insert|update|delete|with)\b/i.test(text));
  await db.transaction().execute(async (trx) => {
    if (isPostgres(db)) await sql`set local enable_seqscan = off`.execute(trx);
    for (const { sql: text, parameters } of explainable) {
      const how = isPostgres(db) ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
      const { rows: lines } = await trx.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`${how} ${text}`, [...parameters]),
      );
      const plan = lines.map((line) => String(line.detail ?? line['QUERY PLAN']));
      const isFull = isPostgres(db) ? plan.some((line) => readsAllOnPostgres.test(line)) : readsAllOnSqlite(plan, text);
      if (isFull) found.push(`${text}\n${plan.join('\n')}`);
    }
  });
  return found;
}

const readsAllOnPostgres = new RegExp(`Seq Scan on (${large})\\b`);

/**
 * Along the ids until a page is full is no full scan, though SQLite calls it by the same name. Along an index is one where a time
 * decides: all that is past lies before the first of those that are not.
 */
function readsAllOnSqlite(plan: string[], text: string): boolean {
  const isPageById =
    /order by ("?\w+"?\.)?"?id"?( desc)?\s+limit/i.test(text) && !plan.some((line) => /TEMP B-TREE/.test(line));
  const isByTime = /"(starts|ends)_at"?\s*(<|>)|coalesce\(\w+_at, \w+_at\)\s*(<|>)/i.test(text);
  return plan.some(
    (line) =>
      (new RegExp(`^SCAN (${large})$`).test(line) && !isPageById) ||
      (new RegExp(`^SCAN (${large}) USING`).test(line) && isByTime),
  );
}
