/** A calendar that is subscribed to: vdirsyncer fetches it, khal shows what it says. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { khalConfig } from '../support/calendar-readers.ts';
import { isLacking } from '../support/programs.ts';

export const canSubscribe = !isLacking('vdirsyncer', 'khal');

/** Use with `using`. */
export async function subscribe(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'subscriber-'));
  const entries = join(folder, 'society');
  mkdirSync(entries);
  const configs = { vdirsyncer: join(folder, 'sync.conf'), khal: join(folder, 'khal.conf') };
  writeFileSync(configs.vdirsyncer, syncConfig(folder, url));
  writeFileSync(configs.khal, khalConfig(folder));
  const run = (program: keyof typeof configs, ...args: string[]) => runIn(program, ['-c', configs[program], ...args]);
  await run('vdirsyncer', 'discover');
  return {
    /** How many entries there are, also such as khal does not show. */
    count: () => readdirSync(entries).length,
    /** Fetches, and lists what khal shows from that day on, in UTC: 'start | end | title | place'. */
    async fetchAndList(from: string, days: number): Promise<string[]> {
      await run('vdirsyncer', 'sync');
      const format = '{start} | {end} | {title} | {location}';
      const listed = await run('khal', 'list', '--once', '--day-format', '', '--format', format, from, `${days}d`);
      return listed.split('\n').filter(Boolean);
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function syncConfig(folder: string, url: string): string {
  return `[general]
status_path = "${folder}/status"
[pair society]
a = "site"
b = "here"
collections = null
conflict_resolution = "a wins"
[storage site]
type = "http"
url = "${url}"
[storage here]
type = "filesystem"
path = "${folder}/society"
fileext = ".ics"
`;
}

const execute = promisify(execFile);

/** @throws Error with what the program says */
async function runIn(program: string, args: string[]): Promise<string> {
  return (await execute(program, args, { env: { ...process.env, TZ: 'UTC', LC_ALL: 'C.UTF-8' } })).stdout;
}
