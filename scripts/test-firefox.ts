/** `npm run test:long -- firefox`: journeys in Firefox ESR, which is looked for and, where that is allowed, installed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded } from './build.ts';

const root = resolve(import.meta.dirname, '..');
const firefox = findFirefox() ?? installFirefox();
if (!firefox) {
  console.error('The journeys need Firefox ESR: install firefox-esr, or set FIREFOX_PATH to it.');
  process.exit(1);
}
await buildIfNeeded();
const hook = pathToFileURL(join(root, 'tests/support/firefox-hook.ts')).href;
const cli = join(root, 'node_modules/@playwright/test/cli.js');
const config = join(root, 'playwright.firefox.config.ts');
const { status } = spawnSync(process.execPath, [cli, 'test', '-c', config, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FIREFOX_PATH: firefox, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${hook}` },
});
process.exitCode = status ?? 1;

function findFirefox(): string | undefined {
  if (process.env.FIREFOX_PATH) return process.env.FIREFOX_PATH;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = ['firefox-esr', 'firefox'].flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((path) => existsSync(path));
}

function installFirefox(): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  console.warn('Installing Firefox ESR with apt-get.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update'], { stdio: 'ignore', env });
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'firefox-esr'], { stdio: 'ignore', env });
  return findFirefox();
}
