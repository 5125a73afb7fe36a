/** A folder in memory for what the tests write and nobody keeps: on a disk its syncs are a sixth of the tests' work. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const roomNeeded = 4 * 1024 ** 3;

/** Null where the caller has chosen a TMPDIR, and where there is no memory to be had or no program may run from it. */
export function scratchFolder(): string | null {
  if (process.env.TMPDIR) return null;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (Math.min(bavail * bsize, freemem()) < roomNeeded) return null;
    const folder = mkdtempSync(join(memory, 'site-tests-'));
    // PostgreSQL comes in as another user than root.
    chmodSync(folder, 0o711);
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    if (spawnSync(program).status === 0) return folder;
    rmSync(folder, { recursive: true });
    return null;
  } catch {
    return null;
  }
}
