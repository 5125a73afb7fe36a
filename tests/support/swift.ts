/** OpenStack Swift with its S3 interface on this machine: a real server that checks signatures, in a folder of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type SwiftServer = {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  version: string;
  stop(): Promise<void>;
};

const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'];
const kinds = ['account', 'container', 'object'] as const;
const account = { name: 'site:pictures', secret: 'a-secret-for-the-test' };

/**
 * One server of each kind with one copy of everything. Debian's packages are installed where they are missing.
 * @throws Error with a sentence when it cannot be had, or does not come up
 */
export async function startSwift(): Promise<SwiftServer> {
  install();
  const home = mkdtempSync(join(tmpdir(), 'swift-'));
  const children: ChildProcess[] = [];
  const stop = async () => {
    for (const child of children) await end(child);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const [proxy, cache, ...storage] = await freePorts(5);
    mkdirSync(join(home, 'data/d1'), { recursive: true });
    for (const [index, kind] of kinds.entries()) prepareStorage(home, kind, storage[index] ?? 0);
    writeFileSync(join(home, 'proxy.conf'), proxyConf(home, proxy ?? 0, cache ?? 0));
    if (isRoot()) spawnSync('chown', ['-R', 'swift:swift', home]);
    const user = isRoot() ? ['-u', 'nobody'] : [];
    children.push(start(home, 'memcached', [...user, '-l', '127.0.0.1', '-p', String(cache), '-m', '16']));
    for (const kind of ['proxy', ...kinds])
      children.push(start(home, `swift-${kind}-server`, [join(home, `${kind}.conf`)]));
    const endpoint = `http://127.0.0.1:${proxy}`;
    await answers(`${endpoint}/healthcheck`, home);
    return { endpoint, accessKeyId: account.name, secretAccessKey: account.secret, version: version(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function install(): void {
  if (isThere('swift-proxy-server') && isThere('swift-object-server') && isThere('memcached')) return;
  const hint = `Install ${packages.join(', ')}, or set S3_ENDPOINT and the keys of a server to try.`;
  if (!isRoot() || !isThere('apt-get')) throw new Error(`There is no Swift on this machine. ${hint}`);
  // Nothing of it is to start by itself.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: 'inherit' }).status === 0;
  if (!apt('update', '-q') || !apt('install', '-qy', '--no-install-recommends', ...packages))
    throw new Error(`Swift could not be installed. ${hint}`);
}

function isThere(command: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function version(): string {
  const query = spawnSync('dpkg-query', ['-W', '-f', '${Version}', 'swift-proxy'], { encoding: 'utf8' });
  return query.stdout.trim();
}

function prepareStorage(home: string, kind: string, port: number): void {
  const lines = [
    ...common(home, port),
    `devices = ${join(home, 'data')}`,
    'mount_check = false',
    'disable_fallocate = true',
    '[pipeline:main]',
    `pipeline = ${kind}-server`,
    `[app:${kind}-server]`,
    `use = egg:swift#${kind}`,
  ];
  writeFileSync(join(home, `${kind}.conf`), lines.join('\n'));
  const device = ['--region', '1', '--zone', '1', '--ip', '127.0.0.1', '--port', String(port), '--device', 'd1'];
  for (const args of [['create', '4', '1', '0'], ['add', ...device, '--weight', '1'], ['rebalance']])
    spawnSync('swift-ring-builder', [join(home, `${kind}.builder`), ...args]);
}

function proxyConf(home: string, port: number, cachePort: number): string {
  const parts = [
    'catch_errors',
    'gatekeeper',
    'healthcheck',
    'cache',
    'listing_formats',
    's3api',
    'tempauth',
    'copy',
    'slo',
  ];
  const settings: Record<string, string[]> = {
    cache: ['use = egg:swift#memcache', `memcache_servers = 127.0.0.1:${cachePort}`],
    s3api: ['use = egg:swift#s3api', 'location = us-east-1'],
    tempauth: ['use = egg:swift#tempauth', `user_${account.name.replace(':', '_')} = ${account.secret} .admin`],
  };
  return [
    ...common(home, port),
    '[pipeline:main]',
    `pipeline = ${parts.join(' ')} proxy-server`,
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'account_autocreate = true',
    ...parts.flatMap((part) => [`[filter:${part}]`, ...(settings[part] ?? [`use = egg:swift#${part}`])]),
  ].join('\n');
}

function common(home: string, port: number): string[] {
  const user = isRoot() ? ['user = swift'] : [];
  const place = ['bind_ip = 127.0.0.1', `bind_port = ${port}`, 'workers = 0', `swift_dir = ${home}`];
  return ['[DEFAULT]', ...place, ...user, 'log_level = WARNING'];
}

function start(home: string, command: string, args: string[]): ChildProcess {
  const log = openSync(join(home, 'log'), 'a');
  return spawn(command, args, { cwd: home, stdio: ['ignore', log, log] });
}

async function answers(url: string, home: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(200)) {
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
  }
  throw new Error(`Swift did not come up:\n${readFileSync(join(home, 'log'), 'utf8').slice(-2000)}`);
}

async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  return Promise.all(
    probes.map(async (probe) => {
      await once(probe, 'listening');
      const address = probe.address();
      probe.close();
      return typeof address === 'object' && address ? address.port : 0;
    }),
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(timer);
}
