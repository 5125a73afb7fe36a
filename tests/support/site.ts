/** The real site as a process of its own, as `npm start` runs it, on a free port and with a data folder of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { memorySettings, smallYoungGeneration } from '#platform/fast/process-memory.ts';
import { buildIfNeeded } from '../build-if-needed.ts';
import { compileCache } from './compile-cache.ts';
import { patient, untilNextLook } from './patience.ts';

export type Site = {
  pid: number;
  /** Without a trailing slash; also the site's SITE_URL. */
  url: string;
  dataDir: string;
  /** What the process has printed so far. */
  output(): string;
  /** Sends the signal, waits for the end and answers the exit code, null after a kill. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  [Symbol.asyncDispose](): Promise<void>;
};

export const administrator = { username: 'editor', password: 'a password for the tests' };

const root = resolve(import.meta.dirname, '../..');

/** What runs as the site, and where. */
type Program = { command: string; args: string[]; cwd: string };

/** The bundle, as `npm start` runs it. */
export const builtSite = join(root, 'dist/server/site.js');

const program: Program = { command: process.execPath, args: [smallYoungGeneration, builtSite], cwd: root };

let built: Promise<void> | undefined;

/**
 * Starts the site and waits until it is ready. Nothing of the caller's environment reaches it but `env`; a DATA_DIR
 * given there is kept, one made here is removed by `stop`.
 * @throws Error with the site's output when it does not come up within a minute
 */
export async function startSite(
  env: Record<string, string> = {},
  { command, args, cwd }: Program = program,
): Promise<Site> {
  await (built ??= buildIfNeeded());
  const port = env.PORT ?? String(await freePort());
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'site-data-'));
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: compileCache,
      ...memorySettings,
      PORT: port,
      HOST: '127.0.0.1',
      SITE_URL: url,
      DATA_DIR: dataDir,
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
      SEED_DEMO: 'false',
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const isRunning = () => child.exitCode === null && child.signalCode === null;

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (isRunning()) {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    }
    if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    return child.exitCode;
  }

  const disposal = { [Symbol.asyncDispose]: async () => void (await stop()) };
  for (const begun = Date.now(); ; await untilNextLook(begun)) {
    if (await isReady(url)) return { url, pid: child.pid ?? 0, dataDir, output: () => output, stop, ...disposal };
    if (isRunning() && Date.now() < begun + patient(60_000)) continue;
    await stop('SIGKILL');
    throw new Error(`The site did not come up:\n${output}`);
  }
}

/** Every public address of the demo site, each with the name of its screen. */
export async function publicPages(site: Pick<Site, 'url'>): Promise<[name: string, path: string][]> {
  const first = async (path: string) => {
    const [item] = (await (await fetch(`${site.url}/api/v1${path}`)).json()) as { id: number }[];
    if (!item) throw new Error(`The demo content has nothing under ${path}`);
    return item.id;
  };
  const event = await first('/events');
  return [
    ['home', '/'],
    ['about', '/about'],
    ['committee', '/committee'],
    ['member', `/about?member=${await first('/members')}`],
    ['articles', '/articles'],
    ['article', `/articles/${await first('/articles')}`],
    ['events', '/events'],
    ['event', `/events/${event}`],
    ['sign-up', `/signup?event=${event}`],
    ['own sign-up', '/signup'],
    ['subscribe', '/subscribe'],
    ['own subscription', '/subscription'],
    ['unsubscribe', '/unsubscribe'],
    ['verify', '/verify'],
    ['do not write', '/do-not-write?token=x'],
    ['not found', '/nothing-here'],
  ];
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
