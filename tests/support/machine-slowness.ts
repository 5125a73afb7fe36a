/** How much slower this machine is now than two idle cores of 2.8 GHz, at least 1: what the tests wait for takes that much longer. */
import { spawnSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';

/** A process that starts and computes; there it takes this long. */
const work = "require('node:crypto').scryptSync('a', 'b', 64, { N: 2 ** 16, r: 8, p: 3, maxmem: 2 ** 28 })";
const idleMs = 750;
const mostPatient = 12;

export function measureSlowness(): number {
  const begun = performance.now();
  spawnSync(process.execPath, ['-e', work]);
  const measured = (performance.now() - begun) / idleMs;
  // A new process goes first for a while; the load of the last minute says what is to come.
  const [load = 0] = loadavg();
  return Math.min(mostPatient, Math.max(1, measured, load / availableParallelism()));
}
