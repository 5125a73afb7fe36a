/**
 * While an upgrade is not sure of the new version, a file in the data folder says so: the site shows what there is, holds back what
 * would be saved, and sends no mail. Going back to the old version then loses nothing.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const lookEveryMs = 50;

/** It ends by itself after `forMs`: an upgrade that was killed must not stop the site. */
export function beginPause(dataDir: string, forMs: number): void {
  const file = fileIn(dataDir);
  // The site reads it again and again: never half of it.
  writeFileSync(`${file}.new`, String(Date.now() + forMs), { mode: 0o644 });
  renameSync(`${file}.new`, file);
}

/** False when it was over already: something may have been saved since. */
export function prolongPause(dataDir: string, forMs: number): boolean {
  const isUnderWay = isPaused(dataDir);
  if (isUnderWay) beginPause(dataDir, forMs);
  return isUnderWay;
}

export function endPause(dataDir: string): void {
  for (const file of [fileIn(dataDir), `${fileIn(dataDir)}.new`]) rmSync(file, { force: true });
}

export type UpgradePause = { isUnderWay: () => boolean; over: Promise<void> };

/** As it is now: one that begins later is for the process that starts then. */
export function upgradePause(dataDir: string): UpgradePause {
  let isUnderWay = isPaused(dataDir);
  const over = isUnderWay ? untilOver(dataDir).then(() => void (isUnderWay = false)) : Promise.resolve();
  return { isUnderWay: () => isUnderWay, over };
}

async function untilOver(dataDir: string): Promise<void> {
  while (isPaused(dataDir)) await sleep(lookEveryMs, undefined, { ref: false });
}

function isPaused(dataDir: string): boolean {
  const file = fileIn(dataDir);
  try {
    return existsSync(file) && Date.now() < Number(readFileSync(file, 'utf8'));
  } catch {
    // It was removed in between.
    return false;
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'upgrade-under-way');
}
