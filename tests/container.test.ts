import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { settingNames } from '#platform/config/config.ts';
import { buildImage, type Image, isInContext } from './support/dockerfile.ts';
import { eventually } from './support/smtp.ts';

const root = resolve(import.meta.dirname, '..');
let folder: string;
let image: Image;
const running: ChildProcess[] = [];

/** Only files are stopped by their modes; root would not be stopped at all. */
const noOne = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-image-'));
  chmodSync(folder, 0o755);
  image = buildImage(folder);
  setModes(image.root, { file: 0o444, folder: 0o555 });
});

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  setModes(image.root, { file: 0o644, folder: 0o755 });
  rmSync(folder, { recursive: true, force: true });
});

function setModes(path: string, modes: { file: number; folder: number }): void {
  chmodSync(path, modes.folder);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) setModes(below, modes);
    else if (entry.isFile()) chmodSync(below, modes.file);
  }
}

/** A volume or tmpfs of the container: what it may write to. */
function writable(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  if (noOne.uid !== undefined) chownSync(path, noOne.uid, noOne.gid);
  return path;
}

function start(command: string[], env: Record<string, string>) {
  const [, ...args] = command;
  const tmp = writable('tmp');
  const given = { ...image.env, NODE_COMPILE_CACHE: join(tmp, 'compiled'), TMPDIR: tmp, HOST: '127.0.0.1' };
  const options = { cwd: image.home, env: { PATH: process.env.PATH ?? '', ...given, ...env }, ...noOne };
  const child = spawn(process.execPath, args, options);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  running.push(child);
  return { child, output: () => output };
}

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return String(port);
}

/** A checkout that other users may not enter, such as one below /root, can only be tried by its owner. */
const isReachable = spawnSync(process.execPath, ['--version'], { ...noOne, cwd: '/' }).status === 0;

test.skipIf(!isReachable)(
  'the image serves pages as an ordinary user, its files read-only, and stops when told to',
  async () => {
    expect(image.user).toBe('node');
    const port = await freePort();
    const env = { PORT: port, DATA_DIR: writable('data'), LOG_LEVEL: 'error', SEED_DEMO: 'false' };
    const healthy = async () => {
      const check = start(image.check, env);
      return (await once(check.child, 'exit'))[0] === 0;
    };
    expect(await healthy()).toBe(false);
    const site = start(image.command, env);
    const url = `http://127.0.0.1:${port}`;
    await eventually(() => {
      if (site.child.exitCode !== null) throw new Error(site.output());
      return fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    }, 60_000);
    expect(await healthy()).toBe(true);
    const page = await fetch(`${url}/articles`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('</html>')]);
    expect((await fetch(`${url}/defaults/article.webp`)).status).toBe(200);
    // The decoder of pictures is not a package that a bundler would have noticed to be missing.
    const decoder = start(['node', '-e', "import('sharp')"], env);
    expect(await once(decoder.child, 'exit')).toEqual([0, null]);
    expect(site.output()).not.toContain('Building the pages');
    expect(existsSync(join(folder, 'tmp/compiled'))).toBe(true);

    const worker = start(['node', 'src/app/worker-main.ts'], env);
    await eventually(() => worker.output().includes('The mail worker is running.'), 30_000);
    for (const { child } of [worker, site]) {
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    }
  },
);

test('the image contains nothing that does not belong there', () => {
  for (const path of [
    '.env',
    'data/site.db',
    'node_modules/hono/package.json',
    '.git/config',
    'src/app/feeds/machine-file-routes.test.ts',
  ])
    expect([path, isInContext(path)]).toEqual([path, false]);
  expect(isInContext('src/app/public/layout/document.tsx')).toBe(true);
  const packages = readdirSync(join(image.home, 'node_modules'));
  expect(packages).toContain('hono');
  for (const name of ['vitest', 'typescript', '@playwright', 'smtp-server']) expect(packages).not.toContain(name);
});

type Service = {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  env_file?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  volumes?: string[];
};

describe.each([
  ['compose.yaml', ['site']],
  ['compose.federation.yaml', ['web1', 'web2', 'web3', 'worker']],
])('%s', (file, ofSite) => {
  const { services, volumes } = parse(readFileSync(join(root, file), 'utf8'), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, null>;
  };
  const processes = Object.entries(services).filter(([, { image }]) => image === 'one-health');

  test('starts the processes of the site by programs that the image has', () => {
    expect(processes.map(([name]) => name)).toEqual(ofSite);
    for (const [, { command }] of processes)
      if (command) expect(existsSync(join(image.home, command[1] ?? '')), command[1]).toBe(true);
  });

  test('sets settings of the site, and hands all of .env on', () => {
    for (const [, { environment = {}, env_file }] of processes) {
      expect(Object.keys(environment).filter((name) => !settingNames.includes(name))).toEqual([]);
      expect(environment).toMatchObject({ HOST: '0.0.0.0', PORT: '3000', TRUST_PROXY: 'true' });
      expect(env_file).toEqual(['.env']);
    }
  });

  test('keeps what is saved, and backups, on volumes', () => {
    for (const [, { environment = {}, volumes: mounts = [], read_only }] of processes) {
      expect(read_only).toBe(true);
      const places = mounts.map((mount) => mount.split(':')[1] ?? '');
      const { DATABASE_URL, S3_ENDPOINT, DATA_DIR = '', BACKUP_DIR = `${DATA_DIR}/backups` } = environment;
      if (!DATABASE_URL || !S3_ENDPOINT) expect(places).toContain(DATA_DIR);
      expect(places.some((place) => BACKUP_DIR.startsWith(place))).toBe(true);
      // Docker gives a new volume the owner of the folder in the image.
      for (const place of places) expect(existsSync(join(image.root, place)), place).toBe(true);
    }
    const named = Object.values(services).flatMap((service) => service.volumes ?? []);
    for (const mount of named) expect(Object.keys(volumes)).toContain(mount.split(':')[0]);
  });
});
