/** The steps of the Dockerfile as they stand there, by buildah; and the compose files, read by Debian's docker-compose. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patient } from '../support/patience.ts';
import { findProgram, installMissing, isLacking, isLackingRoot } from '../support/programs.ts';
import { freePort } from '../support/site.ts';
import { eventually } from '../support/smtp.ts';

installMissing(['buildah', 'docker-compose']);
const root = resolve(import.meta.dirname, '../..');
/** Named as the Dockerfile names it: no image is fetched. */
const base = `docker.io/library/${/^FROM (\S+) AS packages$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1]}`;
const programs = ['sh', 'mkdir', 'chown', 'env', 'sleep'];
/** Of the C library: what an image of Debian has as well, and packages open by name. */
const libraries = ['librt.so.1', 'libresolv.so.2', 'libnss_dns.so.2', 'libnss_files.so.2', 'libutil.so.1'];

describe.skipIf(isLackingRoot('buildah'))('the image', { timeout: patient(900_000) }, () => {
  let folder: string;
  let container: string;
  const running: ChildProcess[] = [];

  const command = (...args: string[]) => [
    ...['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'],
    ...args,
  ];

  function buildah(...args: string[]): string {
    const { status, stdout, stderr } = spawnSync('buildah', command(...args), { encoding: 'utf8', cwd: root });
    if (status !== 0) throw new Error(`buildah ${args[0]}: ${stdout.slice(-2000)}${stderr.slice(-4000)}`);
    return stdout.trim();
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'site-buildah-'));
    chmodSync(folder, 0o755);
    // As a volume of Docker's: it belongs to anyone who the folder in the image belongs to.
    mkdirSync(join(folder, 'data'));
    chownSync(join(folder, 'data'), 1000, 1000);
    const scratch = buildah('from', 'scratch');
    buildah('add', '--quiet', scratch, makeBase(join(folder, 'base')), '/');
    buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', scratch);
    buildah('commit', '--quiet', '--format', 'docker', scratch, base);
    const cache = `${spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).stdout.trim()}:/npm-cache`;
    const options = ['--isolation', 'chroot', '--format', 'docker', '--layers=false', '--pull-never'];
    buildah('bud', ...options, '--volume', cache, '--tag', 'one-health', '.');
    container = buildah('from', '--pull-never', 'localhost/one-health');
  }, patient(900_000));

  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** What the image says of its process, from a build of its own. */
  function told() {
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/one-health')) as {
      Docker: { config: { User: string; Cmd: string[]; Healthcheck: { Test: string[] }; Volumes: object } };
    };
    return Docker.config;
  }

  function run(words: string[], env: Record<string, string>) {
    const settings = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const volume = ['--volume', `${join(folder, 'data')}:/data`];
    const args = command(
      'run',
      '--isolation',
      'chroot',
      '--user',
      'node',
      ...volume,
      ...settings,
      container,
      '--',
      ...words,
    );
    const child = spawn('buildah', args, { cwd: root });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    running.push(child);
    return { child, output: () => output };
  }

  test('is built step by step, runs as an ordinary user, is healthy, and contains nothing of the checkout', async () => {
    const { User, Cmd, Healthcheck, Volumes } = told();
    expect([User, Volumes]).toEqual(['node', { '/data': {} }]);
    const port = String(await freePort());
    const env = { PORT: port, HOST: '127.0.0.1', SEED_DEMO: 'true', LOG_LEVEL: 'error' };
    const check = async () => (await once(run(Healthcheck.Test.slice(1), env).child, 'exit'))[0] as number;
    expect(await check()).not.toBe(0);
    const site = run(Cmd, env);
    await eventually(() => {
      if (site.child.exitCode !== null) throw new Error(site.output());
      return fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    }, 120_000);
    expect(await check()).toBe(0);
    const home = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    // Drawn, decoded and stored by what the image has.
    const picture = /\/uploads\/[\w./-]+\.webp/.exec(home)?.[0];
    expect((await fetch(`http://127.0.0.1:${port}${picture}`)).status).toBe(200);
    expect(site.output()).toContain('/admin/invitation#token=');
    const owner = run(['node', '-p', 'process.getuid() + " " + require("fs").existsSync("tests")'], env);
    await once(owner.child, 'exit');
    expect(owner.output().trim()).toBe('1000 false');
    const packages = run(['node', '-p', 'require("fs").readdirSync("node_modules").join()'], env);
    await once(packages.child, 'exit');
    expect(packages.output().split(',')).toEqual(expect.not.arrayContaining(['vitest', 'typescript']));
  });
});

/** What the steps need of the image that they begin with, taken from this machine. */
function makeBase(folder: string): string {
  const put = (path: string, text: string) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  put('etc/passwd', 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n');
  put('etc/group', 'root:x:0:\nnode:x:1000:\n');
  put('etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n');
  put('etc/hosts', '127.0.0.1 localhost\n');
  // The packages that this checkout was installed with.
  put('usr/local/etc/npmrc', 'prefer-offline=true\ncache=/npm-cache\nupdate-notifier=false\nfund=false\naudit=false\n');
  for (const path of ['tmp', 'root', 'proc', 'dev', 'sys', 'npm-cache']) mkdirSync(join(folder, path));
  chmodSync(join(folder, 'tmp'), 0o1777);
  const files = [process.execPath, ...programs.map((name) => found(name))];
  for (const file of files) copyInto(folder, file, `usr/local/bin/${basename(file)}`);
  copyInto(folder, found('sh'), 'bin/sh');
  copyInto(folder, found('env'), 'usr/bin/env');
  const linked = files.flatMap((file) => spawnSync('ldd', [file], { encoding: 'utf8' }).stdout.match(/\/\S+/g) ?? []);
  const lib = dirname(linked.find((path) => path.includes('libc.so')) ?? '/lib/libc.so.6');
  for (const path of new Set([...linked, ...libraries.map((name) => join(lib, name))]))
    if (path.includes('.so')) copyInto(folder, path, path);
  const npm = resolve(realpathSync(found('npm')), '../..');
  cpSync(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'));
  return folder;
}

function copyInto(folder: string, file: string, path: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  copyFileSync(file, join(folder, path));
}

function found(name: string): string {
  return spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim() || `/bin/${name}`;
}

const small = { SITE_DOMAIN: 'society.example', ADMIN_EMAIL: 'office@society.example' };
const secrets = { POSTGRES_PASSWORD: 'p', S3_SECRET_ACCESS_KEY: 's', ADMIN_PASSWORD: 'a' };
const federation = ['database', 'pictures', 'proxy', 'web1', 'web2', 'web3', 'worker'];

describe.skipIf(isLacking('docker-compose'))('Debian’s docker-compose', () => {
  test.each([
    { file: 'compose.yaml', given: small, services: ['proxy', 'site'], processes: 1 },
    { file: 'compose.federation.yaml', given: { ...small, ...secrets }, services: federation, processes: 4 },
  ])('reads $file, and names a setting that is missing', ({ file, given, services, processes }) => {
    using folder = ownFolder();
    // That one is older than these two words: the name of the whole, and a file that stands in its place.
    const written = readFileSync(join(root, file), 'utf8')
      .replace(/^name: .*\n/m, '')
      .replace(/^ {4}content: \|\n(?: {6}.*\n)+/m, '    file: ./Caddyfile\n');
    writeFileSync(join(folder.path, file), written);
    writeFileSync(join(folder.path, '.env'), '');
    const read = (args: string[], env: Record<string, string>) =>
      spawnSync(findProgram('docker-compose') ?? '', ['-f', file, 'config', ...args], {
        cwd: folder.path,
        encoding: 'utf8',
        env: { PATH: '/usr/bin:/bin', ...env },
      });
    const named = read(['--services'], given);
    expect(named.status, named.stderr).toBe(0);
    expect(named.stdout.trim().split('\n').sort()).toEqual(services);
    const whole = read([], given).stdout;
    expect(whole.match(/SITE_URL: https:\/\/society\.example/g)).toHaveLength(processes);
    expect(whole.match(/read_only: true/g)).toHaveLength(processes);
    for (const name of file === 'compose.yaml' ? Object.keys(small) : Object.keys(secrets)) {
      const { status, stderr } = read([], { ...given, [name]: '' });
      expect([status === 0, stderr]).toEqual([false, expect.stringContaining(name)]);
    }
  });
});

function ownFolder() {
  const path = mkdtempSync(join(tmpdir(), 'site-compose-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
