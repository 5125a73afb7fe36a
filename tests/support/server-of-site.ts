/** A server as docs/how-to/deploy.md leaves it: a release, settings, a `systemctl` for the one service, and Caddy before it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { blockWith } from './how-to.ts';
import { findProgram } from './programs.ts';
import { administrator, freePort } from './site.ts';
import { eventually } from './smtp.ts';

/** Starts and stops what `current` points to; as systemd does, it answers a stop when the site is gone. */
const systemctlOf = (home: string) => `#!/bin/sh
echo "$1" >> '${home}/asked'
case "$1" in
start)
  cd '${home}/current' || exit 1
  env -i PATH=/usr/bin:/bin NODE_COMPILE_CACHE='${home}/compiled' node_modules/.bin/node scripts/start.ts >> '${home}/log' 2>&1 &
  echo $! > '${home}/pid' ;;
stop)
  pid=$(cat '${home}/pid')
  kill -TERM "$pid" 2>/dev/null
  while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done ;;
esac
`;

export type Server = Awaited<ReturnType<typeof installServer>>;

/** `unpacked`: a folder that holds the folder of a release. Use with `await using`. */
export async function installServer(home: string, unpacked: string, env: Record<string, string> = {}) {
  const port = await freePort();
  const dataDir = join(home, 'data');
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    TRUST_PROXY: 'true',
    DATA_DIR: dataDir,
    SEED_DEMO: 'false',
    ADMIN_USERNAME: administrator.username,
    ADMIN_PASSWORD: administrator.password,
    SUBSCRIBE_LIMIT_PER_HOUR: '1000000',
    SUBSCRIBE_BUDGET_PER_HOUR: '1000000',
    LOG_LEVEL: 'warn',
    ...env,
  };
  mkdirSync(join(home, 'releases'), { recursive: true });
  mkdirSync(join(home, 'programs'));
  const release = basename(unpacked);
  spawnSync('cp', ['-al', unpacked, join(home, 'releases', release)]);
  symlinkSync(join('releases', release), join(home, 'current'));
  writeFileSync(
    join(home, '.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(''),
  );
  writeFileSync(join(home, 'programs/systemctl'), systemctlOf(home));
  chmodSync(join(home, 'programs/systemctl'), 0o755);
  const PATH = `${join(home, 'programs')}:/usr/bin:/bin`;
  const url = `http://127.0.0.1:${port}`;
  const systemctl = (verb: 'start' | 'stop') => spawnSync('systemctl', [verb], { env: { PATH }, stdio: 'ignore' });
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );

  const run = (...args: string[]) => runWith({}, ...args);

  async function runWith(env: Record<string, string>, ...args: string[]) {
    const node = join(home, 'current/node_modules/.bin/node');
    const child = spawn(node, ['--run', ...args], { cwd: join(home, 'current'), env: { PATH, ...env } });
    let told = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (told += chunk));
    const [status, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return { status, signal, told };
  }

  systemctl('start');
  await eventually(isReady, 60_000);
  return {
    home,
    url,
    dataDir,
    isReady,
    /** `npm run` of the release that is current, as an operator calls it. */
    run,
    runWith,
    systemctl,
    /** Stops it. What this answers brings the stopped site back as it is now. */
    keep: () => keepHome(home, () => systemctl('stop')),
    pid: () => Number(readFileSync(join(home, 'pid'), 'utf8')),
    /** What systemctl was asked for. */
    asked: () => readFileSync(join(home, 'asked'), 'utf8').trim().split('\n'),
    log: () => readFileSync(join(home, 'log'), 'utf8'),
    releases: () => readdirSync(join(home, 'releases')).sort(),
    runs: async () =>
      (JSON.parse(readFileSync(join(home, 'current/release.json'), 'utf8')) as { version: string }).version,
    [Symbol.asyncDispose]: async () => {
      if (existsSync(join(home, 'pid'))) systemctl('stop');
    },
  };
}

function keepHome(home: string, stop: () => void): () => void {
  stop();
  // What Node has compiled stays where it is.
  const isKept = (name: string) => name !== 'compiled';
  const kept = mkdtempSync(`${home}-kept-`);
  // Nobody writes into a release: links will do.
  const copy = (name: string, from: string, to: string) =>
    spawnSync('cp', [name === 'releases' ? '-al' : '-a', join(from, name), to]);
  for (const name of readdirSync(home).filter(isKept)) copy(name, home, kept);
  return () => {
    stop();
    for (const name of readdirSync(home).filter(isKept)) rmSync(join(home, name), { recursive: true });
    for (const name of readdirSync(kept)) copy(name, kept, home);
  };
}

/** Caddy with the configuration of the page, before a site. Use with `await using`. */
export async function caddyBefore(url: string, folder: string) {
  const port = await freePort();
  const written = blockWith('docs/how-to/deploy.md', 'reverse_proxy', '');
  const file = join(folder, 'Caddyfile');
  const own = written
    .replace('onehealth.example.org', `http://127.0.0.1:${port}`)
    .replace('127.0.0.1:3000', new URL(url).host);
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${own}`);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const caddy = findProgram('caddy') ?? 'caddy';
  const child = spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', file], { env, stdio: 'ignore' });
  const proxied = `http://127.0.0.1:${port}`;
  await eventually(
    () =>
      fetch(`${proxied}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    30_000,
  );
  return {
    url: proxied,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
