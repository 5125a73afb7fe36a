/** Runs the commands of docs/how-to/back-up-and-restore.md, as they stand there and each of them twice. */
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Db, openDatabase } from '#platform/db/db.ts';
import { buildIfNeeded } from '../scripts/build.ts';
import { emptyPlace, engines } from './support/database.ts';
import { fillEverything } from './support/filled-site.ts';
import { patient } from './support/patience.ts';
import { confirmed, type Post, startPost } from './support/post.ts';
import { startSite } from './support/site.ts';
import { eventually } from './support/smtp.ts';
import { confirmedIn, deletedFiles, hasSqlite3 } from './support/sqlite-programs.ts';

const run = promisify(execFile);
const howTo = readFileSync(new URL('../docs/how-to/back-up-and-restore.md', import.meta.url), 'utf8');
const blocks = [...howTo.matchAll(/```sh\n(.*?)```/gs)].map(([, code = '']) => code);
const [backUp = '', backUpStopped = '', dump = '', restore = '', restoreDump = ''] = blocks;
const picture = 'One Health Images/members/1790000000000-0123456789abcdef.jpg';
const mail = 'outbox/2026-11-21T12-00-00-000Z-0123456789ab.eml';

beforeAll(() => buildIfNeeded(), patient(180_000));

test('every command of the page is one of those tried here', () => {
  expect(blocks.map((code) => /VACUUM|mv data|pg_dump|pg_restore|cp -a data /.exec(code)?.[0])).toEqual([
    'VACUUM',
    'cp -a data ',
    'pg_dump',
    'mv data',
    'pg_restore',
  ]);
});

/** A folder with the site's `data` in it, and with a `systemctl` that stops the test's own site. */
async function operator() {
  const place = await emptyPlace('sqlite');
  const folder = place.dataDir;
  const dataDir = join(folder, 'data');
  const programs = join(folder, 'programs');
  const asked = join(folder, 'start-asked');
  mkdirSync(programs);
  const command = (name: string, code: string) => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${code}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  command('sudo', 'exec "$@"');
  command(
    'systemctl',
    `if [ "$1" = start ]; then touch '${asked}'; exit; fi
     kill -TERM "$SITE_PID"
     while kill -0 "$SITE_PID" 2>/dev/null; do sleep 0.1; done`,
  );
  const env = { SUBSCRIBE_LIMIT_PER_HOUR: '1000', DATA_DIR: dataDir };
  const post: Post = await startPost(env);
  for (const file of [picture, mail]) {
    mkdirSync(join(dataDir, file, '..'), { recursive: true });
    writeFileSync(join(dataDir, file), file);
  }

  /** Runs the commands, and starts the site again if they say so. */
  async function type(code: string): Promise<void> {
    await nextSecond();
    const PATH = [programs, process.env.PATH].join(delimiter);
    await run('sh', ['-c', code], { cwd: folder, env: { PATH, SITE_PID: String(post.site.pid) } });
    if (!existsSync(asked)) return;
    rmSync(asked);
    const settings = { SMTP_URL: post.mailbox.url, MAIL_FROM: 'One Health <news@society.example>', LOG_LEVEL: 'error' };
    post.site = await startSite({ ...env, ...settings });
  }

  return {
    folder,
    dataDir,
    type,
    pid: () => post.site.pid,
    join: async (group: string) => {
      await Promise.all([1, 2, 3].map((n) => confirmed(post, `${group}${n}@example.org`)));
    },
    [Symbol.asyncDispose]: async () => {
      await post.site.stop();
      await post.mailbox[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** The names of the copies hold the second. */
async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000);
  const begun = second();
  await eventually(() => second() > begun);
}

const namesIn = (folder: string) => readdirSync(folder).sort((a, b) => (a < b ? -1 : 1));

/** The copies that there are, each with how many readers it holds; all of them whole and private. */
function copiesIn(folder: string): number[] {
  const backups = join(folder, 'backups');
  expect(statSync(backups).mode & 0o777).toBe(0o700);
  return namesIn(backups).map((name) => {
    const copy = join(backups, name);
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/);
    expect(statSync(copy).mode & 0o777).toBe(0o700);
    expect(statSync(join(copy, 'site.db')).mode & 0o777).toBe(0o600);
    for (const file of [picture, mail]) expect(readFileSync(join(copy, file), 'utf8')).toBe(file);
    return confirmedIn(join(copy, 'site.db'));
  });
}

async function canDump(db: Db): Promise<boolean> {
  const { stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(db);
  return Number(/\d+/.exec(stdout ?? '')?.[0] ?? 0) >= Number.parseInt(rows[0]?.version ?? '', 10);
}

describe.skipIf(process.platform === 'win32')('backing up and restoring, as typed', () => {
  test.skipIf(!hasSqlite3)(
    'beside a running site, twice, and both restored',
    async () => {
      await using site = await operator();
      await site.join('a');
      await site.type(backUp);
      await site.join('b');
      await site.type(backUp);
      await site.join('c');
      expect(copiesIn(site.folder)).toEqual([3, 6]);
      if (process.platform === 'linux') expect(deletedFiles(site.pid())).toEqual([]);

      await site.type(restore);
      expect(confirmedIn(join(site.dataDir, 'site.db'))).toBe(6);
      await site.join('d');
      await site.type(restore);
      expect(confirmedIn(join(site.dataDir, 'site.db'))).toBe(6);
      const before = namesIn(site.folder).filter((name) => name.startsWith('data-before-'));
      expect(before.map((name) => confirmedIn(join(site.folder, name, 'site.db')))).toEqual([9, 9]);
      for (const file of [picture, mail]) expect(readFileSync(join(site.dataDir, file), 'utf8')).toBe(file);
      expect(copiesIn(site.folder)).toEqual([3, 6]);
    },
    patient(180_000),
  );

  test(
    'of a site that is stopped, twice, and restored',
    async () => {
      await using site = await operator();
      await site.join('a');
      await site.type(backUpStopped);
      await site.join('b');
      await site.type(backUpStopped);
      await site.join('c');
      expect(copiesIn(site.folder)).toEqual([3, 6]);
      await site.type(restore);
      expect(confirmedIn(join(site.dataDir, 'site.db'))).toBe(6);
    },
    patient(180_000),
  );

  test.skipIf(!engines.includes('postgres'))(
    'PostgreSQL, twice, and restored',
    async ({ skip }) => {
      await using source = await emptyPlace('postgres');
      await using target = await emptyPlace('postgres');
      const folder = source.dataDir;
      const type = (code: string, url = '') =>
        run('sh', ['-c', code], { cwd: folder, env: { PATH: process.env.PATH, DATABASE_URL: url } });
      const inDatabase = async (url = '') => {
        const database = await openDatabase({ databaseUrl: url, dataDir: '' });
        return { ...database, [Symbol.asyncDispose]: () => database.close() };
      };
      await using site = await inDatabase(source.url);
      if (!(await canDump(site.db))) {
        console.warn("\n!! There is no pg_dump of the server's version here: backing up PostgreSQL is NOT tested.\n");
        return skip();
      }
      await type(dump, source.url);
      await fillEverything(site.db, 3);
      await nextSecond();
      await type(dump, source.url);
      const dumps = namesIn(join(folder, 'backups'));
      expect(dumps).toHaveLength(2);
      for (const name of dumps) expect(statSync(join(folder, 'backups', name)).mode & 0o777).toBe(0o600);
      await type(restoreDump, target.url);
      await using copy = await inDatabase(target.url);
      const readers = (db: Db) => db.selectFrom('subscribers').selectAll().orderBy('id').execute();
      expect(await readers(copy.db)).toEqual(await readers(site.db));
    },
    patient(60_000),
  );
});
