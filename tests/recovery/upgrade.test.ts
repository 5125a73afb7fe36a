/** `npm run upgrade` on a server with a release, while people read and subscribe through Caddy. */
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isLacking } from '../support/programs.ts';
import { makeRelease, otherVersion, unpack } from '../support/releases.ts';
import { caddyBefore, installServer, type Server } from '../support/server-of-site.ts';
import { visitorsOf } from '../support/visitors.ts';

let release: ReturnType<typeof makeRelease>;
let unpacked: string;
let good: string;
let server: Server;
let count = 0;

const migrations = 'db/migrations/sqlite';
const next = () => String(readdirSync(migrations).length + 1).padStart(4, '0');
const addsTable = {
  [`${migrations}/${next()}_upgraded.sql`]: 'CREATE TABLE upgraded (id integer PRIMARY KEY) STRICT;\n',
};
const neverReady = "console.error('This version does not start.');\nprocess.exit(1);\n";

beforeAll(async () => {
  release = makeRelease();
  unpacked = unpack(release.archive, join(release.folder, 'unpacked'));
  good = await otherVersion(unpacked, '7.0.0', { files: addsTable });
});
afterAll(() => release?.[Symbol.dispose]());
beforeEach(async () => {
  server = await installServer(join(release.folder, `server-${count++}`), unpacked);
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
});

function inDatabase<T>(query: string): T[] {
  const database = new DatabaseSync(join(server.dataDir, 'site.db'));
  try {
    return database.prepare(query).all() as T[];
  } finally {
    database.close();
  }
}

const hasNewTable = () => inDatabase("SELECT 1 FROM sqlite_schema WHERE name = 'upgraded'").length === 1;
const addresses = () => inDatabase<{ email: string }>('SELECT email FROM subscribers').map(({ email }) => email);

describe.skipIf(isLacking('caddy'))('behind Caddy, while people read and subscribe', () => {
  test('no request fails, and all that was taken is there', async () => {
    const before = await server.runs();
    await using caddy = await caddyBefore(server.url, server.home);
    const visitors = visitorsOf(caddy.url);
    await visitors.haveCome(20);
    const { status, told } = await server.run('upgrade', '--', good);
    await visitors.haveCome(20);
    const { failed, subscribed, longestMs } = await visitors.leave();
    expect([status, failed], told).toEqual([0, []]);
    console.log(`The longest wait was ${Math.round(longestMs)} ms.`);
    expect(told).toContain('The site runs 7.0.0.');
    expect(hasNewTable()).toBe(true);
    expect(addresses()).toEqual(expect.arrayContaining(subscribed));
    expect(readdirSync(server.dataDir)).not.toContain('upgrade-under-way');

    // By hand, as a volunteer does who finds out later.
    const later = await server.run('upgrade', '--', '--back', '--lose-changes');
    expect([later.status, await server.runs(), hasNewTable()], later.told).toEqual([0, before, false]);
  });

  test('a version that migrates but never starts: the old one goes on with all that was saved', async () => {
    const bad = await otherVersion(unpacked, '7.0.1', { files: { ...addsTable, 'src/app/main.ts': migratesAndEnds } });
    const before = await server.runs();
    await using caddy = await caddyBefore(server.url, server.home);
    const visitors = visitorsOf(caddy.url);
    await visitors.haveCome(20);
    const { status, told } = await server.run('upgrade', '--', '--wait', '5', bad);
    await visitors.haveCome(20);
    const { failed, subscribed } = await visitors.leave();
    expect([status, failed], told).toEqual([1, []]);
    expect(told).toContain('7.0.1 was not ready within 5 seconds. Going back…');
    expect(told).toContain('The site runs the version of before, with all that was saved.');
    expect(server.log()).toContain('This version does not start.');
    expect([await server.runs(), hasNewTable(), await server.isReady()]).toEqual([before, false, true]);
    expect(addresses()).toEqual(expect.arrayContaining(subscribed));
  });
});

/** The database is as the new version wants it when the start fails. */
const migratesAndEnds = `
  import { openDatabase } from '#platform/db/db.ts';
  const database = await openDatabase({ dataDir: process.env.DATA_DIR });
  await database.close();
  ${neverReady}`;

test('a migration that fails is found on a copy: the site is not even stopped', async () => {
  const files = { [`${migrations}/${next()}_broken.sql`]: 'ALTER TABLE articles ADD COLUMN title text;\n' };
  const [bad, pid] = [await otherVersion(unpacked, '7.0.2', { files }), server.pid()];
  const before = readdirSync(server.dataDir).sort();
  const { status, told } = await server.run('upgrade', '--', bad);
  expect([status, server.pid(), server.asked()]).toEqual([1, pid, ['start']]);
  expect(told).toContain(
    'The new version cannot bring a copy of the database up to date: duplicate column name: title',
  );
  expect(readdirSync(server.dataDir).sort()).toEqual(before);
});

describe('what is not the archive of a newer version is refused, and nothing is touched', () => {
  const archives: [what: string, make: () => Promise<string>, sentence: string][] = [
    ['no file', async () => '/nowhere.tar.gz', 'There is no file /nowhere.tar.gz.'],
    ['cut', async () => cut(await otherVersion(unpacked, '7.1.0')), 'is not a whole archive of a release.'],
    ['no archive', async () => text(), 'is not a whole archive of a release.'],
    ['changed', () => otherVersion(unpacked, '7.1.1').then(changed), 'LICENSE has been changed.'],
    ['old', () => otherVersion(unpacked, '0.0.9'), 'already; one-health-0.0.9.tar.gz is 0.0.9.'],
    ['of another machine', () => otherVersion(unpacked, '7.1.2', { note: { platform: 'vax-bsd' } }), 'is for vax-bsd'],
  ];
  test.each(archives)('%s', async (_, make, sentence) => {
    const [pid, releases] = [server.pid(), server.releases()];
    const { status, told } = await server.run('upgrade', '--', await make());
    expect([status, told.includes(sentence), told]).toEqual([1, true, told]);
    expect([server.pid(), server.releases(), server.asked()]).toEqual([pid, releases, ['start']]);
    expect(await server.isReady()).toBe(true);
  });
});

function cut(archive: string): string {
  truncateSync(archive, 30_000_000);
  return archive;
}

function text(): string {
  const file = join(release.folder, 'text.tar.gz');
  writeFileSync(file, 'Not an archive');
  return file;
}

/** Packed anew with the checksums of before. */
async function changed(archive: string): Promise<string> {
  const { spawnSync } = await import('node:child_process');
  const folder = archive.replace(/\.tar\.gz$/, '');
  const sums = readFileSync(join(folder, 'SHA256SUMS'));
  spawnSync('rm', [join(folder, 'LICENSE')]);
  writeFileSync(join(folder, 'LICENSE'), 'Changed');
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  spawnSync('tar', ['-C', join(folder, '..'), '-I', 'gzip -1', '-cf', archive, `one-health-7.1.1`]);
  return archive;
}
