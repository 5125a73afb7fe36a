/** Programs that open the database beside the running site: the site keeps its locks, and no one's rows are lost. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildIfNeeded } from '../scripts/build.ts';
import { compileCache } from './support/compile-cache.ts';
import { emptyPlace } from './support/database.ts';
import { patient } from './support/patience.ts';
import { confirmed, type Post, startPost, stopPost } from './support/post.ts';
import { startSite } from './support/site.ts';
import { confirmedIn, deletedFiles, programs } from './support/sqlite-programs.ts';
import { inDatabase } from './support/states.ts';

const root = resolve(import.meta.dirname, '..');

beforeAll(() => buildIfNeeded(), patient(180_000));

async function join10(post: Post, group: string): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, (_, n) => confirmed(post, `${group}${n}@example.org`)));
}

/** `npm run admin -- create`, as an operator runs it beside the site. */
function createAdministrator(dataDir: string): void {
  const args = ['create', '--username', 'anna', '--email', 'anna@society.example', '--password-stdin'];
  const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, DATA_DIR: dataDir };
  const input = 'marmot umbrella violin\n';
  execFileSync(process.execPath, [join(root, 'scripts/admin.ts'), ...args], { cwd: root, env, input });
}

/** Whether the process holds a lock on the file. */
function holdsLock(pid: number, file: string): boolean {
  const inode = statSync(file).ino;
  return readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .some((line) => new RegExp(`POSIX +\\S+ +\\S+ +${pid} +\\S+:${inode} `).test(line));
}

/** `npm run test:long -- faults` takes both: what a program does to our locks is the system's, whichever it is. */
const tried = process.env.CRASH_KILLS ? programs : programs.slice(0, 1);

describe.skipIf(process.platform !== 'linux')('the database of a running site', () => {
  test.each(tried)(
    'survives $name, twice, and a second process of ours',
    async ({ vacuumInto, backup }) => {
      await using place = await emptyPlace('sqlite');
      const { dataDir } = place;
      const file = (name: string) => join(dataDir, name);
      const post = await startPost({ DATA_DIR: dataDir });
      try {
        const { pid } = post.site;
        expect([holdsLock(pid, file('site.db')), holdsLock(pid, file('site.db-shm'))]).toEqual([true, true]);
        await join10(post, 'a');
        vacuumInto(file('site.db'), file('first.db'));
        await join10(post, 'b');
        vacuumInto(file('site.db'), file('second.db'));
        await join10(post, 'c');
        backup(file('site.db'), file('third.db'));
        createAdministrator(dataDir);
        await join10(post, 'd');
        expect(['first.db', 'second.db', 'third.db'].map((copy) => confirmedIn(file(copy)))).toEqual([10, 20, 30]);
        expect(deletedFiles(pid)).toEqual([]);
        expect([holdsLock(pid, file('site.db')), holdsLock(pid, file('site.db-shm'))]).toEqual([true, true]);
      } finally {
        await post.site.stop('SIGKILL');
        await stopPost(post);
      }

      const again = await startSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
      try {
        expect(confirmedIn(file('site.db'))).toBe(40);
        expect(inDatabase(again, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
        expect(inDatabase(again, "SELECT username FROM administrators WHERE username = 'anna'")).toHaveLength(1);
      } finally {
        await again.stop();
      }
    },
    patient(180_000),
  );
});
