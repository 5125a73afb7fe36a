/** The ways to the site that the how-tos name: its own port, behind nginx, behind Caddy. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNginx } from '../support/nginx.ts';
import { patient } from '../support/patience.ts';
import { findProgram, isLacking } from '../support/programs.ts';
import { freePort } from '../support/site.ts';

export type Way = 'plain' | 'behind nginx' | 'behind Caddy';

/** Whether this machine can go that way; said aloud where not. */
export function isOpen(way: Way): boolean {
  return way === 'plain' || !isLacking(way === 'behind nginx' ? 'nginx' : 'caddy');
}

/** The port that a visitor takes to the site on `site`. */
export async function open(way: Way, site: number): Promise<{ port: number; close(): Promise<void> }> {
  if (way === 'plain') return { port: site, close: async () => {} };
  const port = await freePort();
  if (way === 'behind Caddy') return { port, close: await startCaddy(port, site) };
  const nginx = await startNginx(port, [site]);
  return { port, close: () => nginx.stop() };
}

async function startCaddy(port: number, site: number): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'site-caddy-'));
  const file = join(folder, 'Caddyfile');
  writeFileSync(
    file,
    `{
	admin off
	auto_https off
}
http://127.0.0.1:${port} {
	reverse_proxy 127.0.0.1:${site} {
		lb_try_duration 10s
	}
}
`,
  );
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(findProgram('caddy') ?? 'caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env,
    stdio: 'ignore',
  });
  for (const end = Date.now() + patient(20_000); Date.now() < end && child.exitCode === null; await sleep(50))
    if (
      await fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return async () => {
        child.kill('SIGTERM');
        await once(child, 'exit');
        rmSync(folder, { recursive: true, force: true });
      };
  throw new Error('Caddy does not start.');
}
