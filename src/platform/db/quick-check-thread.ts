/** Runs as a worker thread on `workerData`, the path of an SQLite file; says the first problem of it, or null. */
import { constants, setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { outageOf } from './database-error.ts';

// Elsewhere than on Linux this would be about the whole process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
parentPort?.postMessage(firstProblem(workerData as string));

function firstProblem(path: string): string | null {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
  try {
    const [row] = database.prepare('PRAGMA quick_check(1)').all();
    const problem = String(Object.values(row ?? {})[0]);
    return problem === 'ok' ? null : problem;
  } catch (error) {
    // Too damaged to be looked through.
    if (outageOf(error) === 'database_damaged') return (error as Error).message;
    throw error;
  } finally {
    database.close();
  }
}
