/** The copy of the database that an upgrade goes back to, and the trial of the new migrations on another. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { copyDatabaseFile, databaseFile } from '#platform/db/database-file.ts';
import { UpgradeRefused } from './upgrade-refused.ts';

/** Where the database lies as it was before the upgrade to this version. */
export function copyBefore(dataDir: string, version: string): string {
  return join(dataDir, `before-${version}`);
}

/**
 * Lets the new version migrate a copy. `node` and `folder` are those of the new version.
 * @throws UpgradeRefused with what it said
 */
export async function tryMigrations(
  dataDir: string,
  { node, folder }: { node: string; folder: string },
): Promise<void> {
  removeLeftovers(dataDir);
  refuseWithoutRoom(dataDir);
  const trial = mkdtempSync(join(dataDir, 'upgrade-trial-'));
  try {
    await copyDatabaseFile(dataDir, trial);
    const { status, stderr } = spawnSync(node, ['scripts/migrate.ts', trial], {
      cwd: folder,
      encoding: 'utf8',
      env: {},
    });
    if (status === 0) return;
    const said = stderr.trim().split('\n').at(0) ?? '';
    throw new UpgradeRefused(`The new version cannot bring a copy of the database up to date: ${said}`);
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}

/** Those of earlier upgrades too: whoever was erased since is still in them. */
export function removeOldCopies(dataDir: string, kept: string): void {
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    if (/^before-\d+\.\d+\.\d+$/.test(name) && path !== kept) rmSync(path, { recursive: true });
  }
}

function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir))
    if (name.startsWith('upgrade-trial-')) rmSync(join(dataDir, name), { recursive: true });
}

/** The trial and the copy to go back to, each with its log. */
function refuseWithoutRoom(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  const needed = 3 * statSync(databaseFile(dataDir)).size + 50e6;
  if (bavail * bsize < needed)
    throw new UpgradeRefused(`The disk of ${dataDir} needs ${Math.ceil(needed / 1e6)} MB free for an upgrade.`);
}
