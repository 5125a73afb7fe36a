import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { machineFileRoutes } from '#app/feeds/machine-file-routes.ts';
import { kinds } from '#app/kinds.ts';
import { type Db, isPostgres } from '#platform/db/db.ts';
import { samples } from './support/builders.ts';
import { everyEngine } from './support/database.ts';
import { openHttpHandler } from './support/http-handler.ts';
import { recordStatements } from './support/record-statements.ts';
import { type TestApp, testApp } from './support/test-app.ts';

/** Each read is asked for with these as well. What it does not know it ignores. */
const queries = ['', '?search=bats', '?filter=past', '?member=1', '?limit=1'];

for (const engine of everyEngine)
  test(`each table that a cached answer is made from counts up the content version on ${engine}`, async () => {
    await using app = await testApp({ engine });
    const tables = await tablesOf(app.db);
    const counted = await countedTables(app.db);
    await addOneOfEach(app);
    const reads = await readsOf(app, tables);
    const uncounted = [...reads].flatMap(([path, read]) =>
      read
        .filter((table) => !counted.has(table))
        .map((table) => `GET ${path} reads “${table}”, which has no trigger that counts up content_version`),
    );
    expect(
      uncounted,
      'visitors would go on seeing what was: add triggers as those of `members` in db/schema.*.sql',
    ).toEqual([]);
    // Or nothing was walked.
    const seen = new Set([...reads.values()].flat());
    expect(['articles', 'events', 'members', 'settings', 'uploads'].filter((table) => !seen.has(table))).toEqual([]);
    expect(reads.size).toBeGreaterThan(10);
  });

async function addOneOfEach(app: TestApp): Promise<void> {
  const token = await app.signIn();
  for (const { name } of kinds) {
    const body = { ...samples[name].input, imageUrl: `/uploads/${name}/1.jpg` };
    expect((await app.json('POST', `/${name}/admin`, body, token)).status).toBe(201);
  }
}

/** By address, the tables that are read for it: every public GET, feed and page whose answer is kept for the next visitor. */
async function readsOf(app: TestApp, tables: string[]): Promise<Map<string, string[]>> {
  await using door = await openHttpHandler(app);
  const statements = recordStatements(app.db);
  const reads = new Map<string, string[]>();
  const feeds = [...publicReads(machineFileRoutes(app.context).routes), '/events/1.ics'];
  const paths = new Set(['/', ...publicReads(app.api.routes), ...feeds]);
  for (const path of paths)
    for (const address of queries.map((query) => path + query)) {
      statements.clear();
      const { status, body } = await door.get(address);
      expect(status, address).toBeLessThan(500);
      const text = [...statements.keys()].join('\n');
      const asked = door.asked.length;
      await door.get(address);
      if (door.asked.length === asked)
        reads.set(
          address,
          tables.filter((table) => names(text, table)),
        );
      // A set goes on with what is added in the meantime.
      for (const [, link = ''] of body.toString().matchAll(/<a [^>]*href="(\/[\w/-]*)"/g))
        if (!/^\/(admin|uploads)(\/|$)/.test(link)) paths.add(link);
    }
  return reads;
}

function publicReads(routes: { method: string; path: string }[]): string[] {
  return routes
    .filter(({ method, path }) => method === 'GET' && !/\/(admin|uploads)(\/|$)|\*$/.test(path))
    .map(({ path }) => path.replace(/:\w+(\{[^}]*\})?/g, '1'));
}

/** As a word of the statement, whatever it stands for: rather one table too many than one too few. */
function names(statement: string, table: string): boolean {
  return new RegExp(`\\b${table}\\b`).test(statement);
}

type Trigger = { table: string; text: string };

/** Those that are written with a change of these, in its transaction; searches made before a later write are cached for seconds. */
const filledWith = ['article_search', 'article_grams', 'event_search', 'event_grams'];

/** Those whose every change counts, and those that triggers of these fill. */
async function countedTables(db: Db): Promise<Set<string>> {
  const triggers = await triggersOf(db);
  const counting = triggers.filter(({ text }) => text.includes('UPDATE content_version'));
  const tables = [...new Set(counting.map(({ table }) => table))].filter((name) => {
    const events = counting.filter(({ table }) => table === name).map(({ text }) => /AFTER (.+?) ON/.exec(text)?.[1]);
    return ['INSERT', 'UPDATE', 'DELETE'].every((event) => events.some((some) => some?.includes(event)));
  });
  const filled = triggers
    .filter(({ table }) => tables.includes(table))
    .flatMap(({ text }) => [...text.matchAll(/INSERT INTO (\w+)/g)].map(([, table = '']) => table));
  return new Set([...tables, ...filled, ...filledWith]);
}

async function triggersOf(db: Db): Promise<Trigger[]> {
  const { rows } = isPostgres(db)
    ? await sql<Trigger>`SELECT relname AS "table", pg_get_triggerdef(pg_trigger.oid) || prosrc AS text FROM pg_trigger
        JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid WHERE NOT tgisinternal`.execute(db)
    : await sql<Trigger>`SELECT tbl_name AS "table", sql AS text FROM sqlite_schema WHERE type = 'trigger'`.execute(db);
  return rows;
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string }>`SELECT relname AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind NOT IN ('i', 't', 'S')`.execute(db)
    : await sql<{ name: string }>`SELECT name FROM pragma_table_list WHERE schema = 'main'`.execute(db);
  return rows.map(({ name }) => name);
}
