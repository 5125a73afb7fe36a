/**
 * Loaded before a program: kills it right before the step that KILL_AT counts to, of those that change a file, its name or a
 * database, or start another program. Without KILL_AT it says at the end how many steps there were.
 */
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';

const killAt = Number(process.env.KILL_AT ?? 0);
let steps = 0;

for (const name of ['mkdirSync', 'renameSync', 'rmSync', 'createWriteStream', 'symlinkSync', 'writeFileSync'] as const)
  count(fs, name);
count(childProcess, 'spawnSync');
for (const name of ['mkdir', 'open', 'rename', 'rm'] as const) count(fs.promises, name);
for (const name of ['exec', 'close'] as const) count(DatabaseSync.prototype, name);
syncBuiltinESMExports();
process.on('exit', () => {
  if (killAt === 0) console.log(`steps: ${steps}`);
});

function count<Owner extends object>(owner: Owner, name: keyof Owner): void {
  const original = owner[name] as (...values: unknown[]) => unknown;
  owner[name] = function (this: unknown, ...values: unknown[]) {
    steps += 1;
    if (steps === killAt) process.kill(process.pid, 'SIGKILL');
    return original.apply(this, values);
  } as Owner[keyof Owner];
}
