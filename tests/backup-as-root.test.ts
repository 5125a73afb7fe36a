/** Commands that someone types as root, beside a site that runs as a user of its own. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, lchownSync, lstatSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { filledPlace } from './support/backups.ts';
import { compileCache } from './support/compile-cache.ts';
import { isLackingRoot } from './support/programs.ts';

const root = resolve(import.meta.dirname, '..');
const owner = 65534;

function everyPath(folder: string): string[] {
  return [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))];
}

test.skipIf(isLackingRoot())('a backup and a restore by root leave files that belong to the site', async () => {
  await using site = await filledPlace('sqlite');
  for (const path of everyPath(site.dataDir)) lchownSync(path, owner, owner);
  let backupDir = '';
  const run = (script: string, ...args: string[]) => {
    const own = { DATA_DIR: site.dataDir, BACKUP_DIR: backupDir };
    const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, ...own };
    const { stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: root, env, encoding: 'utf8' });
    const strangers = everyPath(site.dataDir).filter((path) => lstatSync(path).uid !== owner);
    expect(strangers, stdout + stderr).toEqual([]);
    return stdout + stderr;
  };
  const file = /^Backed up into (.*)$/m.exec(run('scripts/backup.ts'))?.[1] ?? '';
  expect(run('scripts/restore.ts', file)).toContain('Start the site now.');
  const own = join(mkdtempSync(join(tmpdir(), 'of-root-')), 'backup.tar');
  copyFileSync(file, own);
  expect(run('scripts/restore.ts', own)).toContain(
    `The file ${own} cannot be read by the user that the site runs as: copy it to where that user may read it.`,
  );
  backupDir = mkdtempSync(join(tmpdir(), 'of-root-'));
  expect(run('scripts/backup.ts')).toContain(`The site cannot save backups in ${backupDir}`);
});
