/** Where releases lie on a server: HOME/releases/NAME, HOME/current, which points to one of them, and HOME/.env beside. */
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UpgradeRefused } from './upgrade-refused.ts';

export type Release = { version: string; platform: string; upgrade: string };
/** `current`: the folder of the release that runs. */
export type Installation = { home: string; releases: string; current: string };

/**
 * `root`: the folder of the program that is asked.
 * @throws UpgradeRefused when it is not the one that runs
 */
export function findInstallation(root: string): Installation {
  const current = realpathSync(root);
  const releases = dirname(current);
  const home = dirname(releases);
  if (basename(releases) !== 'releases' || linkOf(home, 'current') !== current)
    throw new UpgradeRefused(
      'This site does not run from a release below "releases", which "current" points to: docs/how-to/upgrade.md says how it gets there.',
    );
  return { home, releases, current };
}

/** Points `current` to another release in one step: there is no moment without it. */
export function switchTo({ home }: Installation, folder: string): void {
  point(home, 'current', folder);
}

export function rememberPrevious({ home }: Installation, folder: string): void {
  point(home, 'previous', folder);
}

/** Null before the first upgrade. */
export function previousOf({ home }: Installation): string | null {
  return linkOf(home, 'previous');
}

/** Remembers, until `endUpgrade`, that an upgrade to this version may have changed something. */
export function beginUpgrade({ home }: Installation, version: string): void {
  writeFileSync(join(home, underWay), version);
}

export function endUpgrade({ home }: Installation): void {
  rmSync(join(home, underWay), { force: true });
}

/** The version that an upgrade was for which was cut off, by a kill or a power cut; null when none was. */
export function cutOffUpgrade({ home }: Installation): string | null {
  const file = join(home, underWay);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

const underWay = '.upgrade-under-way';

/** Keeps these and what others have put beside them. */
export function removeOldReleases({ releases }: Installation, kept: string[]): void {
  for (const name of readdirSync(releases)) {
    const folder = join(releases, name);
    if (/^(one-health-\d|\.unpacking-)/.test(name) && !kept.includes(folder)) rmSync(folder, { recursive: true });
  }
}

export function readRelease(folder: string): Release {
  return JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as Release;
}

function point(home: string, name: string, folder: string): void {
  const next = join(home, `.${name}`);
  rmSync(next, { force: true });
  symlinkSync(join('releases', basename(folder)), next);
  renameSync(next, join(home, name));
}

function linkOf(home: string, name: string): string | null {
  const link = join(home, name);
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) return null;
  return join(realpathSync(home), readlinkSync(link));
}
