/** A site with 1 GB of pictures is backed up and restored in less than 200 MB of memory. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { filledPlace } from '../support/backups.ts';

const root = resolve(import.meta.dirname, '../..');
const most = 200 * 1024 * 1024;
const pictureBytes = 5_000_000;

/** Prints the most memory that the process has had, in kilobytes. */
const peak = `data:text/javascript,process.on('exit', () => console.log('peak: ' + process.resourceUsage().maxRSS))`;

function run(script: string, dataDir: string, ...args: string[]) {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: dataDir };
  const command = ['--import', peak, join(root, script), ...args];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
  return { told: stdout, memory: Number(/^peak: (\d+)$/m.exec(stdout)?.[1]) * 1024 };
}

test('a gigabyte', async () => {
  await using site = await filledPlace('sqlite', 20_000);
  for (let n = 0; n < 200; n++) {
    const file = join(site.dataDir, 'One Health Images/articles', `${1_790_000_000_000 + n}-0123456789abcdef.jpg`);
    mkdirSync(dirname(file), { recursive: true });
    if (n > 0) writeFileSync(file, '');
    truncateSync(file, pictureBytes);
  }
  const backup = run('scripts/backup.ts', site.dataDir);
  const file = /^Backed up into (.*)$/m.exec(backup.told)?.[1] ?? '';
  expect(statSync(file).size).toBeGreaterThan(1_000_000_000);
  const restore = run('scripts/restore.ts', site.dataDir, file);
  console.log(
    `the backup took ${Math.round(backup.memory / 1e6)} MB, the restore ${Math.round(restore.memory / 1e6)} MB`,
  );
  expect(backup.memory).toBeLessThan(most);
  expect(restore.memory).toBeLessThan(most);
});
