/**
 * A process of its own that runs one throw-away PostgreSQL: `node postgres-keeper.ts {folder of the binaries}`. Prints
 * one line of JSON when the server answers, and ends it and removes its files when standard input closes, which also
 * happens when the process that started us is killed. A line of standard input brings it into trouble; each is answered.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { patient } from './patience.ts';

export type KeeperAnswer = { url: string } | { problem: string };

/** `stop`: as by a failing machine. `start`: at the same address. `freeze` and `thaw`: with all its processes (Linux). */
export type KeeperCommand = 'stop' | 'start' | 'freeze' | 'thaw';

type User = { uid: number; gid: number } | Record<string, never>;

// The first that this build and machine know; lower() must know more than ASCII, as on a real server.
const locales = [
  ['--locale=C.UTF-8'],
  ['--locale=C', '--locale-provider=icu', '--icu-locale=und'],
  ['--locale=en_US.UTF-8'],
];

// Durability is for data that someone wants to keep.
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  jit: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  timezone: 'America/St_Johns',
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
const commands = createInterface(process.stdin);
const closed = once(commands, 'close');

const home = mkdtempSync(join(tmpdir(), 'site-postgres-'));
let server: ChildProcess | undefined;
let port = 0;
let orders: Promise<unknown> = Promise.resolve();
try {
  const user = unprivilegedUser();
  if (user.uid !== undefined) chownSync(home, user.uid, user.gid);
  const folder = reachableBinaries(process.argv[2] ?? '', user);
  initialise(folder, user);
  const started = await start(folder, user);
  server = started.server;
  answer(started);
  commands.on('line', (command) => {
    orders = orders.then(() => obey(command as KeeperCommand, folder, user)).then(() => answer(started));
  });
  await closed;
  await orders;
} catch (error) {
  answer({ problem: error instanceof Error ? error.message : String(error) });
} finally {
  await end(server);
  rmSync(home, { recursive: true, force: true });
}
process.exit();

function answer(line: KeeperAnswer): void {
  process.stdout.write(`${JSON.stringify('url' in line ? { url: line.url } : line)}\n`);
}

async function obey(command: KeeperCommand, folder: string, user: User): Promise<void> {
  if (command === 'start') {
    server = run(folder, user);
    await answers(server, urlAt(port));
  }
  if (command === 'stop') {
    const ended = server && once(server, 'exit');
    server?.kill('SIGQUIT');
    await ended;
  }
  if (command === 'freeze') for (const pid of processes()) process.kill(pid, 'SIGSTOP');
  if (command === 'thaw') for (const pid of processes()) process.kill(pid, 'SIGCONT');
}

/** The server first: it would start others. */
function processes(): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const isChild = (pid: string) => parentOf(pid) === server?.pid;
  return [server?.pid ?? 0, ...all.filter(isChild).map(Number)];
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): User {
  if (process.getuid?.() !== 0) return {};
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  return { uid: 65534, gid: 65534 };
}

/** The same folder, or a copy when the unprivileged user may not enter it (a checkout below /root). */
function reachableBinaries(folder: string, user: User): string {
  const { status } = spawnSync(join(folder, 'postgres'), ['--version'], { ...user, cwd: home });
  if (status === 0) return folder;
  const copy = join(home, 'programs');
  cpSync(dirname(folder), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

function initialise(folder: string, user: User): void {
  const problems: string[] = [];
  for (const locale of locales) {
    const options = ['-D', join(home, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...locale];
    const { status, stderr, error } = spawnSync(join(folder, 'initdb'), options, {
      ...user,
      cwd: home,
      encoding: 'utf8',
    });
    if (status === 0) return;
    problems.push(error?.message ?? stderr.trim());
  }
  throw new Error(`initdb failed: ${problems.join(' / ')}`);
}

async function start(folder: string, user: User): Promise<{ server: ChildProcess; url: string }> {
  // Another process may take the free port before the server does.
  for (let attempt = 1; attempt <= 3; attempt++) {
    port = await freePort();
    const child = run(folder, user);
    if (await answers(child, urlAt(port))) return { server: child, url: urlAt(port) };
    await end(child);
  }
  throw new Error(`postgres did not start: ${readFileSync(join(home, 'log'), 'utf8').slice(-1000)}`);
}

function run(folder: string, user: User): ChildProcess {
  const output = openSync(join(home, 'log'), 'a');
  const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(folder, 'postgres'), ['-D', join(home, 'data'), ...options], {
    ...user,
    cwd: home,
    stdio: ['ignore', output, output],
  });
  child.on('error', () => {});
  return child;
}

function urlAt(at: number): string {
  return `postgres://postgres@127.0.0.1:${at}/postgres`;
}

async function answers(child: ChildProcess, url: string): Promise<boolean> {
  for (const deadline = Date.now() + patient(30_000); Date.now() < deadline && isRunning(child); await sleep(50)) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    const isThere = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isThere) return isRunning(child);
  }
  return false;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || !isRunning(child)) return;
  const exit = once(child, 'exit');
  child.kill('SIGCONT');
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exit;
  clearTimeout(timer);
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}
