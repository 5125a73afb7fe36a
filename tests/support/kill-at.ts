/**
 * Loaded before a program: kills it right before the step that KILL_AT counts to, of those that change a file, its name or a
 * database, or start another program; half-way through the removal of a folder is a step as well. Without KILL_AT it says at
 * the end what the folder WATCHED held before each step: the same word for the same files.
 */
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const killAt = Number(process.env.KILL_AT ?? 0);
const states: string[] = [];
let steps = 0;

/**
 * In a process of its own: one that closes a database's file loses its locks on it. Left out is what SQLite makes anew.
 */
const look = `cd "$1" && {
  find . -name '*-shm' -prune -o -printf '%p %y %l\\n'
  find . -name '*-shm' -prune -o -type f -exec sha256sum {} +
} 2> /dev/null | sort | sha256sum`;

// As they are before they are counted.
const { readdirSync, rmSync, statSync } = fs;
const { spawnSync } = childProcess;

for (const name of ['mkdirSync', 'mkdtempSync', 'renameSync', 'symlinkSync', 'unlinkSync', 'writeFileSync'] as const)
  count(fs, name);
count(fs, 'createWriteStream');
count(fs, 'rmSync', stepHalfWay);
for (const name of ['mkdir', 'open', 'rename', 'unlink', 'writeFile'] as const) count(fs.promises, name);
count(fs.promises, 'rm', stepHalfWay);
count(childProcess, 'spawnSync');
for (const name of ['exec', 'close'] as const) count(DatabaseSync.prototype, name);
syncBuiltinESMExports();
process.on('exit', () => {
  if (killAt === 0) console.log(`states: ${states.join(' ')}`);
});

function count<Owner extends object>(owner: Owner, name: keyof Owner, more?: (value: unknown) => void): void {
  const original = owner[name] as (...values: unknown[]) => unknown;
  owner[name] = function (this: unknown, ...values: unknown[]) {
    step(stateNow);
    more?.(values[0]);
    return original.apply(this, values);
  } as Owner[keyof Owner];
}

function step(state: () => string): void {
  steps += 1;
  if (killAt === 0) states.push(state());
  else if (steps === killAt) process.kill(process.pid, 'SIGKILL');
}

function stepHalfWay(folder: unknown): void {
  const path = String(folder);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  if (files.length === 0) return;
  if (steps + 1 === killAt)
    for (const { parentPath, name } of files.slice(files.length / 2)) rmSync(join(parentPath, name));
  step(() => `half-of-${path}`);
}

function stateNow(): string {
  const { stdout } = spawnSync('sh', ['-c', look, 'look', process.env.WATCHED ?? ''], { encoding: 'utf8' });
  return stdout.slice(0, 16);
}
