/** What a restore has put in place outlasts a power cut: every file of it, and every name, is on the disk before the note goes. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { backedUp, filledPlace, pictures } from './support/backups.ts';
import { compileCache } from './support/compile-cache.ts';

const root = resolve(import.meta.dirname, '..');

test('everything is on the disk before the old site is replaced', async () => {
  await using site = await filledPlace('sqlite');
  const { file } = await backedUp(site);
  const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, DATA_DIR: site.dataDir };
  const recorder = join(root, 'tests/support/record-syncs.ts');
  const told = execFileSync(process.execPath, ['--import', recorder, join(root, 'scripts/restore.ts'), file], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  const lines = told.split('\n').map((line) => line.replace(site.dataDir, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+/, '-T'));
  const at = (line: string) => lines.indexOf(line);
  const [noted, gone] = [at('rename /restore.json'), at('remove /restore.json')];
  expect(noted).toBeGreaterThan(0);
  for (const path of pictures) {
    const synced = at(`sync /restore-T/One Health Images/${path}`);
    expect([path, synced >= 0 && synced < noted]).toEqual([path, true]);
  }
  for (const folder of ['', '/One Health Images', '/One Health Images/articles', '/One Health Images/members']) {
    const synced = at(`sync /restore-T${folder}`);
    expect([folder, synced >= 0 && synced < noted]).toEqual([folder, true]);
  }
  // The note, before anything is renamed; all names, before the note goes.
  const firstMove = lines.findIndex((line, n) => n > noted && line.startsWith('rename'));
  expect(lines.slice(noted, firstMove)).toContain('sync ');
  const lastMove = lines.findLastIndex((line, n) => n < gone && line.startsWith('rename'));
  expect(lines.slice(lastMove, gone)).toEqual(expect.arrayContaining(['sync ', 'sync /before-restore-T']));
});
