/** A restore that is killed leaves the old site or the new one, never a mixture, and the next one goes through. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { diskStore } from '#platform/storage/disk-store.ts';
import { backedUp, filledPlace, inDatabase, pictures } from './support/backups.ts';
import { patient } from './support/patience.ts';
import { stepsThatDiffer } from './support/processes.ts';

const root = resolve(import.meta.dirname, '..');
/** `npm run test:long -- recovery` takes all. */
const most = Number(process.env.RESTORE_KILLS ?? 4);

function restore(dataDir: string, file: string, asked: { KILL_AT?: string; WATCHED?: string } = {}) {
  const kill = Object.keys(asked).length > 0 ? ['--import', join(root, 'tests/support/kill-at.ts')] : [];
  return spawnSync(process.execPath, [...kill, join(root, 'scripts/restore.ts'), file], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ...asked },
    encoding: 'utf8',
  });
}

/** 'old' or 'new', by the rows and by the pictures. */
async function stateOf(dataDir: string): Promise<string[]> {
  const members = await inDatabase({ dataDir, databaseUrl: undefined }, (db) =>
    db.selectFrom('members').select('id').execute(),
  );
  const isThere = async (path = '') => (await diskStore(dataDir).get(path)) !== null;
  const [first, second] = [await isThere(pictures[0]), await isThere(pictures[1])];
  return [members.length === 0 ? 'old' : 'new', first && second ? 'new' : second ? 'old' : 'neither'];
}

test(`killed at ${Number.isFinite(most) ? most : 'all'} steps`, { timeout: patient(900_000) }, async () => {
  await using site = await filledPlace('sqlite');
  const { file } = await backedUp(site);
  await inDatabase(site, (db) => db.deleteFrom('members').execute());
  await diskStore(site.dataDir).remove(pictures[0] ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'restore-kills-'));
  const copyOfOld = () => {
    rmSync(folder, { recursive: true });
    cpSync(site.dataDir, folder, { recursive: true, filter: (path) => !path.endsWith('backups') });
  };
  try {
    copyOfOld();
    expect(await stateOf(folder)).toEqual(['old', 'old']);
    const steps = stepsThatDiffer(restore(folder, file, { WATCHED: folder }).stdout);
    expect(await stateOf(folder)).toEqual(['new', 'new']);
    // The last steps put the new site in place; before them everything happens beside the old one.
    const last = steps.slice(-19, -1);
    const chosen = Number.isFinite(most) ? last.filter((_, n) => n % Math.ceil(last.length / most) === 0) : steps;
    const seen = new Set<string>();
    for (const [n, step] of chosen.entries()) {
      copyOfOld();
      // One more or less than the first time: some steps depend on when a file is closed.
      if (restore(folder, file, { KILL_AT: String(step) }).signal === null) break;
      const [rows, files] = await stateOf(folder);
      expect(files, `step ${step} of ${steps.at(-1)}`).toBe(rows);
      seen.add(rows ?? '');
      if (n % 3 > 0) continue;
      restore(folder, file);
      expect(await stateOf(folder)).toEqual(['new', 'new']);
      expect(readdirSync(folder).filter((name) => /^restore(-|\.json)/.test(name))).toEqual([]);
    }
    expect([...seen].sort()).toEqual(['new', 'old']);
    console.log(`Killed ${chosen.length} times, in each state that ${steps.at(-1)} steps leave.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
