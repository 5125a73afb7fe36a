/** Runs as a worker thread on `workerData`, the folder of the database; says the first problem of its file, or null. */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { outageOf } from './database-error.ts';
import { openDatabaseFile } from './database-file.ts';

// Elsewhere than on Linux this would be about the whole process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
parentPort?.postMessage(firstProblem(workerData as string));

function firstProblem(dataDir: string): string | null {
  const database = openDatabaseFile(dataDir, { readOnly: true, timeout: 10_000 });
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
