/** A process with all its children in so much memory and no more, by a control group. Linux and root only. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { untilNextLook } from './patience.ts';

const version1 = '/sys/fs/cgroup/memory';
const files = existsSync(version1)
  ? { root: version1, limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes', kills: 'memory.oom_control' }
  : { root: '/sys/fs/cgroup', limit: 'memory.max', peak: 'memory.peak', kills: 'memory.events' };

let count = 0;

/** Null where this system has no such groups, or not for us. Use with `await using`. */
export function memoryLimit(megabytes: number) {
  const group = join(files.root, `site-test-${process.pid}-${count++}`);
  const read = (file: string) => readFileSync(join(group, file), 'utf8');
  try {
    mkdirSync(group);
    writeFileSync(join(group, files.limit), String(megabytes * 1024 * 1024));
  } catch {
    return null;
  }
  return {
    /** Before a command: it and all that it starts are in the group. */
    wrap: ['sh', '-c', `echo $$ > '${group}/cgroup.procs' && exec "$@"`, 'limited'] as [string, ...string[]],
    /** With what of files the system keeps in memory, which it gives up when asked. */
    peakMegabytes: () => Math.round(Number(read(files.peak)) / 1024 / 1024),
    /** How many processes were ended because there was no room. */
    kills: () => Number(/oom_kill (\d+)/.exec(read(files.kills))?.[1] ?? 0),
    /** When its processes have ended. */
    [Symbol.asyncDispose]: async () => {
      for (const begun = Date.now(); read('cgroup.procs').trim() && Date.now() < begun + 20_000; )
        await untilNextLook(begun);
      rmdirSync(group);
    },
  };
}
