/** Types the commands of docs/how-to/back-up-and-restore.md as they stand there, beside a running site. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { buildIfNeeded } from '../scripts/build.ts';
import { backedUp, filledPlace } from './support/backups.ts';
import { emptyPlace, engines } from './support/database.ts';
import { blockWith, codeBlocks, typist } from './support/how-to.ts';
import { patient } from './support/patience.ts';
import { confirmed, type Post, startPost } from './support/post.ts';
import { isLacking } from './support/programs.ts';
import { startSite } from './support/site.ts';

const root = resolve(import.meta.dirname, '..');
const page = 'docs/how-to/back-up-and-restore.md';
const [backUp = '', restore = '', move = ''] = codeBlocks(page);
const openByHand = blockWith(page, 'age --decrypt');
const picture = 'members/1790000000000-0123456789abcdef.jpg';

beforeAll(() => buildIfNeeded(), patient(180_000));

test('every command of the page is one of those tried here and in how-to-commands.long.test.ts', () => {
  expect(codeBlocks(page)).toEqual([backUp, restore, move, openByHand]);
});

/** A folder like /srv/one-health, whose `systemctl` stops the test's own site. */
async function operator(databaseUrl: string | undefined) {
  const place = await emptyPlace('sqlite');
  const folder = place.dataDir;
  const dataDir = join(folder, 'data');
  const asked = join(folder, 'start-asked');
  const reader = typist(folder, {
    programs: {
      sudo: 'if [ "$1" = -u ]; then shift 2; fi\nexec "$@"',
      npm: `INIT_CWD=$PWD\nexport INIT_CWD\ncd '${root}'\nshift\nexec '${process.execPath}' --run "$@"`,
      systemctl: `if [ "$1" = start ]; then touch '${asked}'; exit; fi
        kill -TERM "$SITE_PID"
        while kill -0 "$SITE_PID" 2>/dev/null; do sleep 0.1; done`,
    },
  });
  const env = {
    SUBSCRIBE_LIMIT_PER_HOUR: '1000',
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
  const post: Post = await startPost(env);
  const file = join(dataDir, 'One Health Images', picture);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, picture);

  /** Types the commands, and starts the site again if they say so. */
  async function type(code: string): Promise<string> {
    const own = code.replaceAll('/var/lib/one-health', dataDir);
    const told = await reader.type(own, { ...env, SITE_PID: String(post.site.pid) });
    if (!existsSync(asked)) return told;
    rmSync(asked);
    const settings = { SMTP_URL: post.mailbox.url, MAIL_FROM: 'One Health <news@society.example>', LOG_LEVEL: 'error' };
    post.site = await startSite({ ...env, ...settings });
    return told;
  }

  return {
    dataDir,
    file,
    type,
    join: async (group: string) => {
      await Promise.all([1, 2, 3].map((n) => confirmed(post, `${group}${n}@example.org`)));
    },
    [Symbol.asyncDispose]: async () => {
      reader[Symbol.dispose]();
      await post.site.stop();
      await post.mailbox[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

async function subscribersIn(dataDir: string, databaseUrl?: string): Promise<number> {
  const database = await openMigratedDatabase({ dataDir, databaseUrl });
  try {
    const rows = await database.db.selectFrom('subscribers').select('id').where('state', '=', 'confirmed').execute();
    return rows.length;
  } finally {
    await database.close();
  }
}

describe.skipIf(process.platform === 'win32').each(engines)('backing up and restoring on %s, as typed', (engine) => {
  test(
    'beside a running site, twice, and the newest restored',
    async () => {
      await using database = await emptyPlace(engine);
      await using site = await operator(database.url);
      await site.join('a');
      expect(await site.type(backUp)).toContain(`Backed up into ${site.dataDir}/backups/one-health-`);
      await site.join('b');
      await site.type(backUp);
      await site.join('c');
      rmSync(site.file);
      const told = await site.type(restore);
      expect(told).toMatch(/^Restored: \d+ articles?, 0 pictures, as they were on /m);
      expect(await subscribersIn(site.dataDir, database.url)).toBe(6);
      expect(existsSync(site.file)).toBe(true);
      const kept = /^The previous site is kept in (.*)\.$/m.exec(told)?.[1] ?? '';
      expect(existsSync(kept)).toBe(true);
      if (engine === 'sqlite') expect(await subscribersIn(kept)).toBe(9);
    },
    patient(180_000),
  );
});

test.skipIf(isLacking('age', 'script'))('an encrypted backup is opened without the site, as typed', async () => {
  await using site = await filledPlace('sqlite');
  const passphrase = 'correct horse battery staple';
  const { file } = await backedUp({ ...site, backup: { ...site.backup, passphrase } });
  copyFileSync(file, join(site.dataDir, 'backup.tar.age'));
  const commands = join(site.dataDir, 'commands');
  writeFileSync(commands, openByHand);
  // It reads a pass phrase from a terminal alone.
  execFileSync('script', ['-qec', `sh -e '${commands}'`, '/dev/null'], { cwd: site.dataDir, input: `${passphrase}\n` });
  expect(readdirSync(site.dataDir)).toEqual(expect.arrayContaining(['rows', 'pictures', 'manifest.json']));
});
