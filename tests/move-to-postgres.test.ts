import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { moveSite } from '#app/operator/move-to-postgres.ts';
import { type Db, openDatabase } from '#platform/db/db.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { emptyPlace, engines } from './support/database.ts';
import { fillEverything } from './support/filled-site.ts';
import { s3Server } from './support/s3.ts';

const root = resolve(import.meta.dirname, '..');
const noBucket = { s3: undefined };
const picture = 'articles/1790000000000-0123456789abcdef.jpg';

/** A data folder of a site that has been stopped, and the address of an empty database. */
async function twoPlaces(fill: (db: Db) => Promise<void> = (db) => fillEverything(db)) {
  const source = await emptyPlace('sqlite');
  const target = await emptyPlace('postgres');
  const { dataDir } = source;
  await inDatabase({ dataDir }, fill);
  const dispose = async () => {
    await source[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
  };
  return { dataDir, databaseUrl: target.url ?? '', [Symbol.asyncDispose]: dispose };
}

async function inDatabase<T>(
  place: { dataDir: string; databaseUrl?: string },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(place);
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

async function onServer(databaseUrl: string, query: string): Promise<pg.QueryResult['rows']> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

/** Everything that the code can see of a database; the tables of the SQLite file say what that is. */
async function everything(db: Db, names: string[]): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const name of names) {
    const { rows } = await sql`SELECT * FROM ${sql.table(name)}`.execute(db);
    tables[name] = rows.map((row) => JSON.stringify(row, Object.keys(row as object).sort())).sort();
  }
  return tables;
}

async function plainTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'
      AND name NOT IN ('migrations', 'article_search_queue')`.execute(db);
  return rows.map(({ name }) => name);
}

function filesOf(dataDir: string): string[] {
  return readdirSync(dataDir).map((name) =>
    name.startsWith('site.db')
      ? `${name} ${createHash('sha256')
          .update(readFileSync(join(dataDir, name)))
          .digest('hex')}`
      : name,
  );
}

describe.skipIf(!engines.includes('postgres'))('a move to PostgreSQL', () => {
  test('takes every table of the schema along, each row as it was, and leaves the folder alone', async () => {
    await using place = await twoPlaces();
    const { dataDir, databaseUrl } = place;
    const files = filesOf(dataDir);
    const { tables, files: pictures } = await moveSite({ ...place, ...noBucket });
    expect(filesOf(dataDir)).toEqual(files);
    expect(pictures).toBeNull();

    const names = await inDatabase({ dataDir }, plainTables);
    expect(tables.map(({ table }) => table).sort()).toEqual(names.sort());
    // A new table has to be filled in tests/support/filled-site.ts.
    expect(tables.filter(({ rows }) => rows === 0)).toEqual([]);
    const before = await inDatabase({ dataDir }, (db) => everything(db, names));
    expect(await inDatabase({ dataDir, databaseUrl }, (db) => everything(db, names))).toEqual(before);
  });

  test('goes on counting where the file was, without a number given before', async () => {
    await using place = await twoPlaces();
    await moveSite({ ...place, ...noBucket });
    const next = (place: { dataDir: string; databaseUrl?: string }) =>
      inDatabase(place, async (db) => {
        const copy = await db.selectFrom('articles').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
        const { id, ...values } = copy;
        const made = await db.insertInto('articles').values(values).returning('id').executeTakeFirstOrThrow();
        return [id, made.id];
      });
    expect(await next(place)).toEqual([1, 11]);
    expect(await next({ dataDir: place.dataDir })).toEqual([1, 11]);
  });

  test('takes pictures into the bucket, and goes on where it was cut off', async () => {
    await using place = await twoPlaces(async () => {});
    await using server = await s3Server();
    const store = diskStore(place.dataDir);
    const options = { contentType: 'image/jpeg', cacheControl: '' };
    for (const path of [picture, 'members/a.w320.webp']) await store.put(path, Buffer.from(path), options);
    const { settings: s3, objects } = server;
    objects.set(picture, { ...options, bytes: Buffer.from('another picture'), modifiedAt: new Date() });
    await expect(moveSite({ ...place, s3 })).rejects.toThrow(`There is already a file ${picture}`);
    objects.set(picture, { ...options, bytes: Buffer.from(picture), modifiedAt: new Date() });
    expect(await moveSite({ ...place, s3 })).toMatchObject({ files: 2 });
    expect([...objects.keys()].sort()).toEqual([picture, 'members/a.w320.webp']);
    expect(objects.get('members/a.w320.webp')).toMatchObject({
      contentType: 'image/webp',
      cacheControl: 'public, max-age=31536000, immutable',
    });
  });

  test('puts nothing in when a row does not fit or does not arrive as it was', async () => {
    await using place = await twoPlaces(async (db) => {
      await fillEverything(db, 3);
      await db.updateTable('members').set({ bio: 'a\0b' }).where('id', '=', 2).execute();
    });
    const { dataDir, databaseUrl } = place;
    const move = () => moveSite({ ...place, ...noBucket });
    await expect(move()).rejects.toThrow(/^The row 2 of members does not fit into PostgreSQL: .+ Nothing was kept\.$/s);
    await inDatabase({ dataDir }, (db) => db.updateTable('members').set({ bio: 'b' }).where('id', '=', 2).execute());
    await onServer(
      databaseUrl,
      `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.bio := 'c'; RETURN NEW; END $$;
       CREATE TRIGGER spoil BEFORE INSERT ON members FOR EACH ROW WHEN (NEW.id = 2) EXECUTE FUNCTION spoil()`,
    );
    await expect(move()).rejects.toThrow('The row 2 of members did not arrive as it was. Nothing was kept.');
    expect(await onServer(databaseUrl, 'SELECT 1 FROM administrators')).toEqual([]);
    await onServer(databaseUrl, 'DROP FUNCTION spoil CASCADE');
    expect((await move()).tables.find(({ table }) => table === 'members')?.rows).toBe(2);
    await expect(move()).rejects.toThrow(/^The database of DATABASE_URL is not empty: there are [a-z ]+ in it\./);
  });

  test('refuses while a site is running on either side', async () => {
    await using place = await twoPlaces(async () => {});
    const { dataDir } = place;
    const move = () => moveSite({ ...place, ...noBucket });
    await inDatabase({ dataDir }, () => expect(move()).rejects.toThrow(/^The site in .+ is running/));
    await inDatabase(place, async (db) => {
      await sql`select 1`.execute(db);
      await expect(move()).rejects.toThrow(
        /^A site or a worker is running on the database of DATABASE_URL \(1 connection/,
      );
    });
    expect((await move()).tables.length).toBeGreaterThan(20);
  });

  test('refuses databases of another level and of something else', async () => {
    await using place = await twoPlaces(async () => {});
    const { databaseUrl, dataDir } = place;
    const move = () => moveSite({ ...place, ...noBucket });
    const change = (query: string) => onServer(databaseUrl, query);
    await change('CREATE TABLE invoices (id integer)');
    await expect(move()).rejects.toThrow(/has tables of something else/);
    await change('DROP TABLE invoices');
    await inDatabase(place, async () => {});
    await change("INSERT INTO migrations VALUES (9999, '9999_future', '', '')");
    await expect(move()).rejects.toThrow(/newer than this program: it has had migration 9999_future/);
    await change('DELETE FROM migrations WHERE number > 1');
    await expect(move()).rejects.toThrow(/^The database of DATABASE_URL is older than this program.+0002_/);
    await inDatabase({ dataDir }, (db) => sql`DELETE FROM migrations WHERE number > 2`.execute(db));
    await expect(move()).rejects.toThrow(/^The database in DATA_DIR is older than this program.+0003_/);
  });

  test('is a command that tells what it did, or in a sentence why not', async () => {
    await using place = await twoPlaces((db) => fillEverything(db, 3));
    const run = async (env: Record<string, string>) => {
      const options = { cwd: root, env: { PATH: process.env.PATH ?? '', DATA_DIR: place.dataDir, ...env } };
      const child = spawn(process.execPath, [join(root, 'scripts/move-to-postgres.ts')], options);
      const ended = new Promise<number | null>((done) => child.once('close', done));
      const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
      return { code: await ended, output, errors };
    };
    expect(await run({})).toMatchObject({ code: 1, errors: expect.stringMatching(/^DATABASE_URL is not set: .+\n$/) });
    const missing = await run({ DATABASE_URL: place.databaseUrl, DATA_DIR: join(place.dataDir, 'nothing') });
    expect(missing).toMatchObject({ code: 1, errors: expect.stringMatching(/^There is no site in .+\n$/) });
    const moved = await run({ DATABASE_URL: place.databaseUrl });
    expect(moved).toMatchObject({ code: 0, errors: '' });
    expect(moved.output).toMatch(/^ +3 {2}subscribers$/m);
    expect(moved.output).toContain('each was read back and compared.');
  });
});
