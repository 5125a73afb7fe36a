/**
 * Upgrades the site of a server to another release. The archive and its migrations are tried first, while the site runs; then it
 * is stopped, its database copied, and the new version started. When that is not ready in time, the old one goes on with the
 * copy. Nothing can be saved in between, so nothing is lost.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { copyDatabaseFile } from '#platform/db/database-file.ts';
import { beginPause, endPause, prolongPause } from '#platform/files/upgrade-pause.ts';
import { asOwnerOf } from '../as-owner.ts';
import { copyBefore, removeOldCopies, restoredCopy, tryMigrations } from './database-copy.ts';
import {
  beginUpgrade,
  cutOffUpgrade,
  endUpgrade,
  type Installation,
  previousOf,
  readRelease,
  rememberPrevious,
  removeOldReleases,
  switchTo,
} from './installation.ts';
import { isReadyWithin, type Service, startService, stopService } from './service.ts';
import { unpackRelease } from './unpack.ts';
import { UpgradeRefused } from './upgrade-refused.ts';

const oldReadyWithinMs = 60_000;
/** Whether it runs already. */
const lookForMs = 3000;

export type Task = {
  installation: Installation;
  dataDir: string;
  service: Service;
  /** How long the new version may take until it can serve. */
  readyWithinMs: number;
  tell: (sentence: string) => void;
};

/** @throws UpgradeRefused with a sentence that says which version runs; nothing that was saved is lost */
export async function upgrade(task: Task, archive: string): Promise<void> {
  const { installation, dataDir, tell } = task;
  const { current: old } = installation;
  refuseUnfit(task);
  const finished = await finishCutOff(task);
  if (finished !== null && basename(archive).startsWith(`one-health-${finished}`)) return;
  const { folder, release } = await unpackRelease(installation, archive);
  tell(`${basename(archive)} is whole. Its migrations are tried on a copy of the database…`);
  const node = join(folder, 'node_modules/.bin/node');
  await asOwnerOf(dataDir, () => tryMigrations(dataDir, { node, folder }));

  tell('All well. The site stops now; visitors wait behind the proxy…');
  const copy = copyBefore(dataDir, release.version);
  beginUpgrade(installation, release.version);
  try {
    await stopService(task.service);
  } catch (error) {
    endUpgrade(installation);
    throw error;
  }
  try {
    await asOwnerOf(dataDir, () => copyTo(dataDir, copy));
  } catch (error) {
    startService(task.service);
    endUpgrade(installation);
    throw new UpgradeRefused('The database could not be copied: nothing was changed.', { cause: error });
  }
  const former = previousOf(installation);
  // Before the switch: whoever stops this in the middle can still go back by hand, and to the right one.
  rememberPrevious(installation, old);
  const whenUnfit = async () => {
    try {
      await goBack(task, { to: old, copy });
    } finally {
      if (former) rememberPrevious(installation, former);
      endUpgrade(installation);
    }
  };
  await run(task, { folder, whenUnfit });
  await tidy(task, { old, folder, copy });
  tell(`The site runs ${release.version}. The database as it was before lies in ${copy}.`);
  if (unitOf(old) !== unitOf(folder))
    tell(`The unit for systemd has changed: copy ${join(folder, 'docs/how-to/one-health.service')} when it suits you.`);
}

/**
 * What a killed upgrade has left: the old version, or the new one with its database, and perhaps none that runs. Starts it, and says
 * which. Answers the new version when that is the one and can serve.
 * @throws UpgradeRefused when it was the new one and could not: the old one runs again, unless something may have been saved since
 */
async function finishCutOff(task: Task): Promise<string | null> {
  const { installation, dataDir, service, readyWithinMs, tell } = task;
  const version = cutOffUpgrade(installation);
  if (version === null) return null;
  const { current } = installation;
  const runs = readRelease(current).version;
  tell(`An upgrade to ${version} was cut off. The site has version ${runs}, whole; it is started now.`);
  const hasSavedNothing = await asOwnerOf(dataDir, () => prolongPause(dataDir, pauseMs(task)));
  if (!(await isReadyWithin(service, lookForMs))) startService(service);
  const isReady = await isReadyWithin(service, readyWithinMs);
  const [previous, copy] = [previousOf(installation), copyBefore(dataDir, version)];
  if (runs !== version || previous === null || previous === current) {
    // Nothing was changed, or all of it was taken back.
    endPause(dataDir);
    endUpgrade(installation);
    return null;
  }
  if (!isReady) {
    if (!hasSavedNothing) {
      endUpgrade(installation);
      throw new UpgradeRefused(
        `${version} is not ready, and may have saved since the upgrade: the site does not go back by itself. Its log says why. ` +
          'A newer release can be put in its place; "upgrade -- --back --lose-changes" goes back without what was saved.',
      );
    }
    tell(`${version} was not ready within ${Math.round(readyWithinMs / 1000)} seconds. Going back…`);
    await goBack(task, { to: previous, copy });
    endUpgrade(installation);
    throw new UpgradeRefused(`The site runs the version of before. Its log says why ${version} did not start.`);
  }
  endPause(dataDir);
  await tidy(task, { old: previous, folder: current, copy });
  tell(`The site runs ${version}. The database as it was before lies in ${copy}.`);
  return version;
}

async function tidy(
  { installation, dataDir }: Task,
  { old, folder, copy }: { old: string; folder: string; copy: string },
): Promise<void> {
  removeOldReleases(installation, [old, folder]);
  await asOwnerOf(dataDir, () => removeOldCopies(dataDir, copy));
  endUpgrade(installation);
}

/**
 * Back to the release of before, with the database as it was then: what was saved since is gone.
 * @throws UpgradeRefused
 */
export async function goBackByHand(task: Task): Promise<void> {
  const { installation, dataDir, tell } = task;
  const { version } = readRelease(installation.current);
  const previous = previousOf(installation);
  const copy = copyBefore(dataDir, version);
  if (previous === null || previous === installation.current || !existsSync(previous) || !existsSync(copy))
    throw new UpgradeRefused('There is no version to go back to: only the last upgrade can be taken back.');
  const restored = await asOwnerOf(dataDir, () => restoredCopy({ dataDir, copy, now: new Date() }));
  try {
    await goBack(task, { to: previous, copy: restored });
  } finally {
    rmSync(restored, { recursive: true });
  }
  tell(`The site runs ${readRelease(previous).version} again, with the database as it was before ${version}.`);
}

function refuseUnfit({ installation, dataDir }: Task): void {
  if (dataDir.startsWith(installation.releases))
    throw new UpgradeRefused(
      `The data lies within a release, in ${dataDir}: set DATA_DIR to a folder of its own and move it there.`,
    );
}

/** A copy that an interrupted upgrade has left is not the database of today. */
async function copyTo(dataDir: string, copy: string): Promise<void> {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { mode: 0o700 });
  await copyDatabaseFile(dataDir, copy);
}

/** Starts the release, and lets it save only when it can serve. */
async function run(
  task: Task,
  { folder, whenUnfit }: { folder: string; whenUnfit: () => Promise<void> },
): Promise<void> {
  const { installation, dataDir, service, readyWithinMs, tell } = task;
  const { version } = readRelease(folder);
  await asOwnerOf(dataDir, () => beginPause(dataDir, pauseMs(task)));
  switchTo(installation, folder);
  const isReady = await started(service, readyWithinMs);
  if (!isReady) {
    tell(`${version} was not ready within ${Math.round(readyWithinMs / 1000)} seconds. Going back…`);
    await whenUnfit();
    throw new UpgradeRefused(
      `The site runs the version of before, with all that was saved. Its log says why ${version} did not start.`,
    );
  }
  endPause(dataDir);
}

/** Longer than it takes to see that a version is not ready, and to go back. */
function pauseMs({ readyWithinMs }: Task): number {
  return 2 * readyWithinMs + 30_000;
}

async function started(service: Service, readyWithinMs: number): Promise<boolean> {
  try {
    startService(service);
  } catch {
    return false;
  }
  return isReadyWithin(service, readyWithinMs);
}

async function goBack(task: Task, { to, copy }: { to: string; copy: string }): Promise<void> {
  const { installation, dataDir, service } = task;
  await stopService(service);
  // SQLite writes it in one transaction: a stop in the middle leaves one of the two.
  await asOwnerOf(dataDir, () => copyDatabaseFile(copy, dataDir));
  switchTo(installation, to);
  endPause(dataDir);
  startService(service);
  if (!(await isReadyWithin(service, oldReadyWithinMs)))
    throw new UpgradeRefused(`The version of before is not ready either: see the log of ${service.name}.`);
}

function unitOf(folder: string): string {
  return readFileSync(join(folder, 'docs/how-to/one-health.service'), 'utf8');
}
