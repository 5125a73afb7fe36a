/** The archive of a release, made once in a run, and what a server does with it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pack } from '#app/operator/upgrade/pack.ts';

const root = resolve(import.meta.dirname, '../..');

/** Use with `using`. */
export function makeRelease(): { archive: string; folder: string; [Symbol.dispose]: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(root, 'scripts/release.ts'), folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`No release: ${stdout}${stderr}`);
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));
  return {
    archive: join(folder, archive),
    folder,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Answers the folder of the release. */
export function unpack(archive: string, into: string): string {
  mkdirSync(into, { recursive: true });
  const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', into], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const [name = ''] = readdirSync(into);
  return join(into, name);
}

/** For a PATH: a folder with this Node in it and nothing else. */
export function nodeAlone(folder: string): string {
  const path = join(folder, 'node-alone');
  mkdirSync(path, { recursive: true });
  symlinkSync(process.execPath, join(path, 'node'));
  return path;
}

/**
 * The archive of another version, made from the folder of one: with other files, by their paths, and another `release.json`.
 */
export async function otherVersion(
  from: string,
  version: string,
  { files = {}, note = {} }: { files?: Record<string, string>; note?: Record<string, string> } = {},
): Promise<string> {
  const folder = join(from, '../..', version, `one-health-${version}`);
  mkdirSync(join(folder, '..'), { recursive: true });
  // Links instead of copies; a file that changes is written anew.
  spawnSync('cp', ['-al', from, folder]);
  const put = (path: string, text: string) => {
    rmSync(join(folder, path), { force: true });
    writeFileSync(join(folder, path), text);
  };
  const change = (path: string, change: object) =>
    put(path, JSON.stringify({ ...(JSON.parse(readFileSync(join(from, path), 'utf8')) as object), ...change }));
  change('package.json', { version });
  change('release.json', { version, ...note });
  rmSync(join(folder, 'SHA256SUMS'));
  for (const [path, text] of Object.entries(files)) put(path, text);
  return pack(folder, join(folder, '..', `one-health-${version}.tar.gz`), 'gzip -1');
}
