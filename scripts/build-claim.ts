/** One process builds at a time: a file names it, and is renewed while it lives. */
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';

const renewedEveryMs = 5_000;
/** Longer than a busy machine keeps a build from renewing its claim. */
const staleAfterMs = 120_000;

/** Ends with `Symbol.dispose`; null while another process builds. A claim that was left by a killed one is taken away first. */
export function claimBuild(file: string): Disposable | null {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch {
    removeStale(file);
    return null;
  }
  const renewing = setInterval(() => utimesSync(file, new Date(), new Date()), renewedEveryMs);
  return {
    [Symbol.dispose]: () => {
      clearInterval(renewing);
      rmSync(file, { force: true });
    },
  };
}

/** Its number may by now be that of another process, even of a thread of this one. */
function removeStale(file: string): void {
  try {
    if (isRunning(Number(readFileSync(file, 'utf8'))) && Date.now() - statSync(file).mtimeMs < staleAfterMs) return;
  } catch {
    // Its process has just ended, and another may have made its own.
    return;
  }
  rmSync(file, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
