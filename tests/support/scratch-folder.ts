/**
 * A folder in memory for what the tests write and no one keeps: on a disk a database of PostgreSQL may cost twenty times
 * as much of the processor. What a run that was killed has left behind is removed.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'site-tests-';
const twoHoursMs = 7_200_000;
const roomNeeded = 4 * 1024 ** 3;

/** Null where the caller has chosen a TMPDIR, and where there is no memory to be had or no program may run from it. */
export function scratchFolder(): string | null {
  if (process.env.TMPDIR) return null;
  try {
    removeAbandoned();
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, freemem()) < roomNeeded) return null;
    const folder = mkdtempSync(join(memory, prefix));
    // PostgreSQL comes in as another user than root.
    chmodSync(folder, 0o711);
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    if (spawnSync(program).status === 0) return folder;
    removeFolder(folder);
    return null;
  } catch {
    return null;
  }
}

/** Also what a test has made read-only, which only root could remove as it is. What stays is named by a warning. */
export function removeFolder(folder: string): void {
  try {
    makeWritable(folder);
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.warn(`${folder} could not be removed: ${error instanceof Error ? error.message : error}`);
  }
}

function makeWritable(folder: string): void {
  if (!existsSync(folder)) return;
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) makeWritable(join(folder, entry.name));
}

/** Every test that begins makes a folder here: one of a run that goes on is never as old. */
function removeAbandoned(): void {
  const isAbandoned = (name: string) => {
    const { mtimeMs, uid } = statSync(join(memory, name));
    return Date.now() - mtimeMs > twoHoursMs && [0, uid].includes(process.getuid?.() ?? 0);
  };
  for (const name of readdirSync(memory).filter((one) => one.startsWith(prefix)))
    if (isAbandoned(name)) removeFolder(join(memory, name));
}
