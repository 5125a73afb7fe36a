/**
 * Types what the how-tos say of a server, as it stands there. What needs root, systemd, Debian's packages or the network is played by
 * short scripts; git, npm's scripts, Node and the site are real.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildIfNeeded } from '../scripts/build.ts';
import { emptyPlace, everyEngine } from './support/database.ts';
import { blockWith, codeBlocks, typist } from './support/how-to.ts';
import { addMigration } from './support/next-version.ts';
import { patient } from './support/patience.ts';
import { isLacking } from './support/programs.ts';
import { freePort } from './support/site.ts';

const root = resolve(import.meta.dirname, '..');
const [deploy, upgrade] = ['docs/how-to/deploy.md', 'docs/how-to/upgrade.md'];
/** All blocks of the page but the container's, in one terminal. */
const install = codeBlocks(deploy).filter((code) => !code.includes('docker'));
const isReady = install.join('').match(/^curl .*readyz$/m)?.[0] ?? '';
const administrators = blockWith('docs/how-to/administrators.md', 'sudo -u one-health');

beforeAll(() => buildIfNeeded(), patient(180_000));

/** The sources as a version in git, without tags; what it gives publishes a second one, with a migration of its own. */
function publish(repository: string, { unit }: { unit: (text: string) => string }): () => void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@s.example', ...args], { cwd: repository });
  mkdirSync(repository);
  for (const part of ['.npmrc', 'db', 'docs/how-to', 'package-lock.json', 'package.json', 'public', 'scripts', 'src'])
    cpSync(join(root, part), join(repository, part), { recursive: true });
  for (const file of ['vite.config.ts', 'vite.server.config.ts', '.gitignore'])
    cpSync(join(root, file), join(repository, file));
  const put = (path: string, change: (text: string) => string) =>
    writeFileSync(join(repository, path), change(readFileSync(join(repository, path), 'utf8')));
  put('docs/how-to/one-health.service', unit);
  const release = (version: string) => {
    put('package.json', (text) => text.replace(/"version": ".*"/, `"version": "${version}"`));
    git('add', '--all');
    git('commit', '--quiet', '--message', version);
  };
  git('init', '--quiet');
  release('0.2.0');
  return () => {
    addMigration(repository);
    release('0.3.0');
  };
}

/** Use with `await using`. */
async function server() {
  const folder = mkdtempSync(join(tmpdir(), 'site-server-'));
  const port = await freePort();
  const within = (name: string) => join(folder, name);
  const [repository, site, etc, log] = [within('repository'), within('site'), within('etc'), within('log')];
  mkdirSync(join(etc, 'systemd/system'), { recursive: true });
  mkdirSync(join(etc, 'caddy'));
  const own = (text: string) =>
    text
      .replaceAll('https://git.example.org/one-health.git', repository)
      .replaceAll('/srv/one-health', site)
      .replaceAll('/var/lib/one-health', within('data'))
      .replaceAll('/etc/', `${etc}/`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
      // A machine that tests is busier than a server.
      .replaceAll('--retry 30', `--retry ${Math.ceil(patient(120_000) / 1000)}`);
  const publishNext = publish(repository, { unit: own });
  const of = (name: string) => `$(sed -n 's/^${name}=//p' '${etc}/systemd/system/one-health.service' | head -n 1)`;
  const npm = (process.env.PATH ?? '')
    .split(delimiter)
    .map((path) => join(path, 'npm'))
    .find((path) => existsSync(path));
  const programs = {
    ...Object.fromEntries(['apt-get', 'caddy', 'ufw', 'useradd'].map((name) => [name, ''])),
    // The user of the site has no home.
    sudo: '[ "$1" != -u ] || { shift 2; export HOME=/dev/null/none; }\nexec "$@"',
    install: '[ "$3" = -g ] && set -- "$1" "$2" "$5" "$6"\nexec /usr/bin/install "$@"',
    journalctl: `cat '${log}'`,
    npm: `[ "$1" = ci ] || exec '${npm}' "$@"
      ln -sfn '${root}/node_modules' node_modules
      mkdir -p dist && cp -R '${root}/dist/client' '${root}/dist/server' '${root}/dist/build.json' dist`,
    systemctl: `case "$1" in
      start | enable)
        cd "${of('WorkingDirectory')}"
        env -i PATH="$PATH" PORT=${port} LOG_LEVEL=info ${of('ExecStart')} > '${log}' 2>&1 &
        echo $! > '${folder}/pid' ;;
      stop)
        pid=$(cat '${folder}/pid')
        kill -TERM "$pid" 2> /dev/null
        while kill -0 "$pid" 2> /dev/null; do sleep 0.05; done ;;
      esac`,
  };
  const operator = typist(folder, { programs, env: { HOME: folder } });
  const type = (code: string) => operator.type(own(code));
  return {
    type,
    publishNext,
    log: () => readFileSync(log, 'utf8'),
    names: () => type(administrators),
    /** Opens the link of the log, as step 7 says. */
    claim: async (told: string) => {
      const [, token] = /^ *https:\S+\/admin\/invitation#token=([\w-]{43})$/m.exec(told) ?? [];
      const body = JSON.stringify({ token, username: 'admin', password: 'a password for the tests' });
      const headers = { 'content-type': 'application/json' };
      const used = await fetch(`http://127.0.0.1:${port}/api/v1/account-links/use`, { method: 'POST', headers, body });
      expect(used.status, told).toBe(200);
    },
    [Symbol.asyncDispose]: async () => {
      await type('systemctl stop').catch(() => {});
      operator[Symbol.dispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe.skipIf(process.platform === 'win32' || isLacking('git'))('on a server, as typed', () => {
  test(
    'a site is installed, is upgraded and goes back',
    async () => {
      await using machine = await server();
      const told = await machine.type(install.join('\n'));
      await machine.claim(told);
      expect(told).toContain('Backed up into ');
      expect(machine.log()).toContain('version 0.2.0');
      expect(await machine.names()).toContain('office@onehealth.example.org');

      machine.publishNext();
      await machine.type(`${blockWith(upgrade, 'sudo git fetch')}\n${isReady}`);
      expect(machine.log()).toContain('version 0.3.0');
      const [, kept = ''] = /it was backed up to (\S+-before-migration\.tar)/.exec(machine.log()) ?? [];
      expect(kept).not.toBe('');
      const create = 'admin -- create --username anna --email anna@society.example --password-stdin';
      await machine.type(administrators.replace('admin -- list', `${create} <<< 'a password for the tests'`));
      expect(await machine.names()).toContain('anna@society.example');

      const back = await machine.type(`${blockWith(upgrade, 'sudo git checkout --quiet ORIG_HEAD')}\n${isReady}`);
      expect(back).toContain('Restored: ');
      expect(machine.log()).toContain('version 0.2.0');
      const names = await machine.names();
      expect(names).toContain('office@onehealth.example.org');
      expect(names).not.toContain('anna@society.example');
    },
    patient(180_000),
  );

  test.skipIf(!everyEngine.includes('postgres'))(
    'a site moves to PostgreSQL',
    async () => {
      await using machine = await server();
      await using place = await emptyPlace('postgres');
      await machine.claim(await machine.type(install.join('\n')));
      const move = blockWith('docs/how-to/back-up-and-restore.md', 'DATABASE_URL');
      const typed = `cd /srv/one-health\n${move.replace(/postgres:\/\/[^']*/, () => place.url ?? '')}\n${isReady}`;
      expect(await machine.type(typed)).toContain('Restored: ');
      expect(await machine.names()).toContain('office@onehealth.example.org');
      // What is in the database of the address, and nowhere else.
      await machine.type('rm /var/lib/one-health/site.db*');
      expect(await machine.names()).toContain('office@onehealth.example.org');
    },
    patient(180_000),
  );
});
