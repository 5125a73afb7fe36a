/** What the speed benchmarks have in common: the load from another core, the bare server, a site's process seen from outside. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Load, Loaded } from './load.ts';

/** Where there are two cores the benchmark and the servers run on the first, the load comes from the second. */
export const isPinned = availableParallelism() > 1 && process.platform === 'linux';

/** The same program again, held to the first core with all that it starts. */
export async function onFirstCore(script: string): Promise<void> {
  const command = ['-c', '0', process.execPath, script, ...process.argv.slice(2)];
  const child = spawn('taskset', command, { stdio: 'inherit', env: { ...process.env, BENCH_PINNED: '1' } });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}

export async function load(options: Load): Promise<Loaded> {
  const args = [join(import.meta.dirname, 'load.ts')];
  const command = process.env.BENCH_PINNED
    ? ['taskset', '-c', '1', process.execPath, ...args]
    : [process.execPath, ...args];
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(options));
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await once(child, 'close');
  return JSON.parse(output) as Loaded;
}

export function rawRequest(path: string, headers: Record<string, string> = {}): string {
  const all = { host: 'localhost', 'accept-encoding': 'gzip, deflate, br', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

export type Received = { status: number; headers: string[]; body: Buffer; etag: string };

/** One answer as it travels: compressed, with its headers as they were. */
export async function receive(url: string): Promise<Received> {
  const asked = request(url, { headers: { 'accept-encoding': 'gzip, deflate, br' }, agent: false }).end();
  const [response] = await once(asked, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  // Those that Node adds by itself.
  const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);
  const raw = response.rawHeaders as string[];
  const headers = raw.filter((_, index) => !own.has((raw[index - (index % 2)] ?? '').toLowerCase()));
  return { status: response.statusCode, headers, body: Buffer.concat(chunks), etag: response.headers.etag ?? '' };
}

/** Bare `node:http` that gives these bytes to everyone. Use with `await using`. */
export async function bareServer({ headers, body }: Received) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-bare-'));
  const file = join(folder, 'answer.json');
  writeFileSync(file, JSON.stringify({ headers, body: body.toString('base64') }));
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), [file]);
  const [port] = (await once(child, 'message')) as [number];
  return {
    port,
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Megabytes that a process holds in memory now. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
