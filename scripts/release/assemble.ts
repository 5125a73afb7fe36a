/** Puts a release together in a folder: the built site and what it needs to run, without what builds and tests it. */
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { UpgradeKind } from './changelog.ts';
import { packagesToRun } from './packages.ts';

const parts = [
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'db',
  'dist',
  'docs/how-to',
  'package-lock.json',
  'package.json',
  'public',
  'scripts',
  'src',
];

/** `release.json`, which says that the folder is a release. */
export type ReleaseNote = { version: string; platform: string; upgrade: UpgradeKind };

/** Compiled code holds for one machine; types, maps and handbooks are for people who change the program. */
const leftOut = new Set(['.ts', '.map', '.md', '.flow', '.markdown']);

export function assemble(root: string, folder: string, note: ReleaseNote): void {
  mkdirSync(folder, { recursive: true });
  for (const part of parts)
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (file) => !file.includes('.test.') && !file.startsWith(join(root, 'dist/compiled')),
    });
  for (const path of packagesToRun(root)) if (existsSync(join(root, path))) copyPackage(root, folder, path);
  mkdirSync(join(folder, 'node_modules/.bin'));
  symlinkSync('../node/bin/node', join(folder, 'node_modules/.bin/node'));
  symlinkSync('scripts/run.sh', join(folder, 'run'));
  // The settings lie beside the folder of all releases: an upgrade leaves them where they are.
  symlinkSync('../../.env', join(folder, '.env'));
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(note, null, 2)}\n`);
}

function copyPackage(root: string, folder: string, path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(root, path), join(folder, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => {
      const within = file.slice(join(root, path).length);
      // Packages within this one are listed for themselves.
      if (within.includes('/node_modules') || /^\/(tests?|benchmarks?|docs|examples?)$/.test(within)) return false;
      return !leftOut.has(extname(file)) || /licen[cs]e|notice/i.test(basename(file));
    },
  });
}
