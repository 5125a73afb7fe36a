/** A lock between the processes of one machine, held by SQLite: it ends with its process, however that ends. */
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from '../database-error.ts';
import { openLockFile } from '../database-file.ts';

/**
 * Runs `work` while holding the lock of that file, which is created when missing and stays empty. Waits for
 * others for as long as they take.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = openLockFile(file);
  try {
    while (!isTaken(lock)) await sleep(50);
    return await work();
  } finally {
    lock.close();
  }
}

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
