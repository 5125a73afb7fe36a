/** A checkout as its `npm start` starts it, and what its processes cost. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { administrator, freePort } from '../support/site.ts';

export type Checkout = { name: string; folder: string; dataDir: string };
export type Running = { url: string; port: number; pid: number; child: ChildProcess; startedAt: number };

/** With demo content, until its first page is there. */
export async function open({ folder, dataDir }: Checkout, env: Record<string, string> = {}): Promise<Running> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const command = scripts.start.split(' || ')[0]?.replace(/^(exec )?/, 'exec ') ?? '';
  const startedAt = performance.now();
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
      HOST: '127.0.0.1',
      PORT: String(port),
      SITE_URL: url,
      DATA_DIR: dataDir,
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
      SEED_DEMO: 'true',
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${folder} did not start`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return { url, port, pid: child.pid ?? 0, child, startedAt };
    await sleep(10);
  }
}

export async function stop({ child }: Running): Promise<void> {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** Of all threads that live, in milliseconds. */
export function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((thread) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      return 0;
    }
  });
  return times.reduce((sum, ns) => sum + ns, 0) / 1e6;
}

/** What a process and all that it started hold: memory that several share is divided among them (PSS). */
export function heldMegabytes(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  const children = globSync(`/proc/${pid}/task/*/children`).flatMap((file) =>
    readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return children.reduce((sum, child) => sum + heldMegabytes(child), Number(kilobytes) / 1024);
}
