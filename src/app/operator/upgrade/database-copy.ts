/** The copy of the database that an upgrade goes back to, and the trial of the new migrations on another. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { copyDatabaseFile, databaseFile, openDatabaseFile } from '#platform/db/database-file.ts';
import type { AuditAction } from '#shared/audit-action.ts';
import { dayInWords } from '#shared/instants.ts';
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
  refuseWithoutRoom(dataDir, { folder: dataDir, times: 3 });
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

/**
 * The copy as it comes back by hand, with the caution of a restored backup: no newsletter goes on and nothing that was planned
 * goes live by itself, for readers may have got it since, and the activity tells browsers that the site may have lost what they keep. Answers its folder; the
 * copy itself stays as it is.
 * @throws UpgradeRefused
 */
export async function restoredCopy({
  dataDir,
  copy,
  now,
}: {
  dataDir: string;
  copy: string;
  now: Date;
}): Promise<string> {
  removeLeftovers(dataDir);
  refuseWithoutRoom(dataDir, { folder: copy, times: 2 });
  const restored = mkdtempSync(join(dataDir, 'upgrade-trial-'));
  try {
    await copyDatabaseFile(copy, restored);
    const madeAt = statSync(databaseFile(copy)).mtime.toISOString();
    markRestored(restored, madeAt, now.toISOString());
    return restored;
  } catch (error) {
    rmSync(restored, { recursive: true });
    throw new UpgradeRefused('The database of before could not be made ready: nothing was changed.', { cause: error });
  }
}

/** In the words of the version of before: its tables are not those of this one. */
function markRestored(folder: string, madeAt: string, at: string): void {
  const reason =
    `Paused, because the site went back to its database of ${dayInWords(madeAt, 'UTC')}, ${madeAt.slice(11, 16)} UTC. ` +
    'Readers who got it after that would get it a second time. Resume it, or cancel it.';
  const database = openDatabaseFile(folder, {});
  try {
    const [waits] = database.prepare("SELECT 1 FROM pragma_table_info('issues') WHERE name = 'send_after'").all();
    const noWait = waits ? ', send_after = NULL' : '';
    database
      .prepare(`UPDATE issues SET state = 'paused', pause_reason = ?, updated_at = ?${noWait} WHERE state = 'sending'`)
      .run(reason, at);
    const [plans] = database.prepare("SELECT 1 FROM pragma_table_info('scheduled_publications')").all();
    if (plans)
      database.exec(
        "DELETE FROM scheduled_publications WHERE state = 'published'; " +
          "UPDATE scheduled_publications SET state = 'restored', told_at = NULL",
      );
    database
      .prepare('INSERT INTO audit (at, action, detail) VALUES (?, ?, ?)')
      .run(at, 'backup.restore' satisfies AuditAction, JSON.stringify({ madeAt }));
  } finally {
    database.close();
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

/** For that many times the folder's database: each copy has a log beside it. */
function refuseWithoutRoom(dataDir: string, { folder, times }: { folder: string; times: number }): void {
  const { bavail, bsize } = statfsSync(dataDir);
  const needed = times * statSync(databaseFile(folder)).size + 50e6;
  if (bavail * bsize < needed)
    throw new UpgradeRefused(`The disk of ${dataDir} needs ${Math.ceil(needed / 1e6)} MB free for an upgrade.`);
}
