/** A disk of a few megabytes (tmpfs) for a data folder, which a test fills up and frees again. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  /** A folder on the disk. */
  dataDir: string;
  /** Takes every byte that is left. */
  fill(): void;
  /** Gives back what `fill` took. */
  free(): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Null, said aloud, where nothing may be mounted. Use with `await using`. */
export function smallDisk(megabytes: number): SmallDisk | null {
  const mountPoint = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', mountPoint];
  const { status, stderr, error } = spawnSync('mount', options, { encoding: 'utf8' });
  if (status !== 0) {
    rmSync(mountPoint, { recursive: true });
    const message = `No disk could be mounted for the tests of a full one: ${error?.message ?? stderr.trim()}`;
    console.warn(`\n${'='.repeat(80)}\nTESTS ARE SKIPPED. ${message}\n${'='.repeat(80)}\n`);
    return null;
  }
  const dataDir = join(mountPoint, 'data');
  mkdirSync(dataDir);
  const ballast = join(mountPoint, 'ballast');
  return {
    dataDir,
    fill: () => fillWith(ballast),
    free: () => rmSync(ballast, { force: true }),
    [Symbol.asyncDispose]: async () => {
      // Lazily: a process that is being killed may hold a file for a moment.
      spawnSync('umount', ['--lazy', mountPoint]);
      rmSync(mountPoint, { recursive: true, force: true });
    },
  };
}

function fillWith(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (let size = 64 * 1024; size >= 1; ) {
      try {
        writeSync(file, Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}
