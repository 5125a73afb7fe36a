/**
 * Programs beside npm's that tests need. They are looked for, come from Debian where they may be installed, and are otherwise
 * named by a warning.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Each with Debian's package. */
const packages = {
  age: 'age',
  buildah: 'buildah',
  caddy: 'caddy',
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
  debootstrap: 'debootstrap',
  'docker-compose': 'docker-compose',
  dovecot: 'dovecot-imapd',
  faketime: 'faketime',
  git: 'git',
  khal: 'khal',
  nginx: 'nginx-light',
  openssl: 'openssl',
  postfix: 'postfix',
  python3: 'python3',
  'python3-icalendar': 'python3-icalendar',
  script: 'bsdutils',
  sha256sum: 'coreutils',
  soffice: 'libreoffice-calc',
  sqlite3: 'sqlite3',
  'systemd-analyze': 'systemd',
  vdirsyncer: 'vdirsyncer',
};

export type Program = keyof typeof packages;

export const programsOfTests: Program[] = [
  'age',
  'caddy',
  'chromium-headless-shell',
  'dovecot',
  'khal',
  'nginx',
  'openssl',
  'python3',
  'python3-icalendar',
  'script',
  'sqlite3',
  'systemd-analyze',
];

/** Its path; of the module `icalendar` that of a Python which has it. */
export function findProgram(name: Program): string | null {
  if (name === 'python3-icalendar') return pythonWith('icalendar');
  const ofPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const folders = [...ofPath, '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

export function isMissing(name: Program): boolean {
  return findProgram(name) === null;
}

/** Says before, and where it fails, how it can be done by hand. */
export function installMissing(wanted: Program[]): void {
  const names = wanted.filter(isMissing).map((name) => packages[name]);
  if (names.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.warn(`Installing with apt-get, for the tests: ${names.join(', ')}.`);
  // No server starts by itself.
  const offline = { RUNLEVEL: '1', SYSTEMD_OFFLINE: '1' };
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...offline };
  const apt = (...args: string[]) =>
    spawnSync('/usr/bin/apt-get', args, { env, stdio: 'ignore', timeout: 300_000 }).status === 0;
  apt('update');
  const install = (some: string[]) => apt('install', '-y', '--no-install-recommends', ...some);
  // A package that this Debian lacks would keep the others out.
  if (!install(names)) for (const name of names) install([name]);
}

/** Whether tests that need all of these are to be skipped; said aloud. */
export function isLacking(...wanted: Program[]): boolean {
  const names = wanted.filter(isMissing).map((name) => packages[name]);
  return names.length > 0 && mustSkip(`apt-get install ${names.join(' ')}`);
}

/** As `isLacking`, of what only root may do: to change users or owners, to mount. */
export function isLackingRoot(...wanted: Program[]): boolean {
  return isLacking(...wanted) || (process.getuid?.() !== 0 && mustSkip('run the tests as root'));
}

function mustSkip(remedy: string): true {
  console.warn(`\n${'='.repeat(80)}\nTESTS ARE SKIPPED. Some cannot run here: ${remedy}.\n${'='.repeat(80)}\n`);
  return true;
}

/** Another Python may stand before Debian's own. */
function pythonWith(module: string): string | null {
  const has = (python: string) => spawnSync(python, ['-c', `import ${module}`]).status === 0;
  return ['/usr/bin/python3', 'python3'].find(has) ?? null;
}
