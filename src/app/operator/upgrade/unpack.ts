/** Unpacks the archive of a release beside those that are there, and believes none of it before it has been checked. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findDamage } from './checksums.ts';
import { type Installation, type Release, readRelease } from './installation.ts';
import { UpgradeRefused } from './upgrade-refused.ts';

const unpacking = '.unpacking-';

export type Unpacked = { folder: string; release: Release };

/** @throws UpgradeRefused; then nothing of it is left */
export async function unpackRelease({ releases, current }: Installation, archive: string): Promise<Unpacked> {
  if (!existsSync(archive)) throw new UpgradeRefused(`There is no file ${archive}.`);
  // What an upgrade that was killed has left.
  for (const name of readdirSync(releases))
    if (name.startsWith(unpacking)) rmSync(join(releases, name), { recursive: true });
  const work = mkdtempSync(join(releases, unpacking));
  try {
    const flags = ['--no-same-owner', '-xzf', archive, '-C', work];
    const { status } = spawnSync('tar', flags, { stdio: 'ignore' });
    const [name = '', ...others] = status === 0 ? readdirSync(work) : [];
    if (!name || others.length > 0) throw new UpgradeRefused(`${archive} is not a whole archive of a release.`);
    const release = await check(join(work, name), { archive, runs: readRelease(current) });
    const folder = join(releases, `one-health-${release.version}`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(work, name), folder);
    return { folder, release };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function check(folder: string, { archive, runs }: { archive: string; runs: Release }): Promise<Release> {
  const damage = await findDamage(folder);
  if (damage !== null) throw new UpgradeRefused(`${archive} is not as it was released. ${damage}`);
  const release = readRelease(folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  if (version !== release.version) throw new UpgradeRefused(`${archive} says two versions of itself.`);
  if (release.platform !== runs.platform)
    throw new UpgradeRefused(`${basename(archive)} is for ${release.platform}, but this machine is ${runs.platform}.`);
  if (compareVersions(version, runs.version) <= 0)
    throw new UpgradeRefused(`The site runs ${runs.version} already; ${basename(archive)} is ${version}.`);
  return release;
}

/** Below zero when `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (const at of [0, 1, 2]) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
