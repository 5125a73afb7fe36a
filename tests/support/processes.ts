/** The processes of this machine, without `ps`, which a small Linux does not have. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The children of this process, or of another, whose command line holds `part`. */
export function ownChildren(part: string, of = process.pid): number[] {
  const processes = process.platform === 'linux' ? fromProc() : fromPs();
  return processes.filter(({ parent, command }) => parent === of && command.includes(part)).map(({ pid }) => pid);
}

type Process = { pid: number; parent: number; command: string };

function fromProc(): Process[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      // After the program's name, which may hold spaces and brackets: the state, then the parent.
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return [{ pid: Number(pid), parent: Number(parent), command }];
    } catch {
      // It has ended in the meantime.
      return [];
    }
  });
}

function fromPs(): Process[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), command: command.join(' ') };
  });
}

/** What `kill-at.ts` says at the end: the steps, counted from 1, before each of which the files are as before no other. */
export function stepsThatDiffer(told: string): number[] {
  const states = (/^states: (.*)$/m.exec(told)?.[1] ?? '').split(' ');
  return states.flatMap((state, n) => (states.indexOf(state) === n ? [n + 1] : []));
}
