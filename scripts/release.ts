/**
 * `npm run release [-- FOLDER]`: makes the archive of this version for machines like this one, and its checksum. What is in it
 * starts with Node 24 alone, or with the Node that it brings along.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pack } from '#app/operator/upgrade/pack.ts';
import { buildIfNeeded } from './build.ts';
import { assemble } from './release/assemble.ts';
import { upgradeKindOf } from './release/changelog.ts';

const root = resolve(import.meta.dirname, '..');

if (process.argv[1] === import.meta.filename) await main(process.argv[2] ?? join(root, 'release'));

async function main(target: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  try {
    const upgrade = upgradeKindOf(root, version);
    const file = await makeRelease(resolve(target), { version, upgrade });
    console.log(`${file}\n${Math.round(statSync(file).size / 1e6)} MB, for ${platform()}; upgrade: ${upgrade}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

function platform(): string {
  return `${process.platform}-${process.arch}`;
}

/** Answers the path of the archive, beside which lies its `.sha256`. */
async function makeRelease(
  target: string,
  { version, upgrade }: { version: string; upgrade: 'rolling' | 'needs a stop' },
): Promise<string> {
  await buildIfNeeded();
  mkdirSync(target, { recursive: true });
  const work = mkdtempSync(join(target, '.making-'));
  try {
    const folder = join(work, `one-health-${version}`);
    assemble(root, folder, { version, platform: platform(), upgrade });
    return await pack(folder, join(target, `one-health-${version}-${platform()}.tar.gz`));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
