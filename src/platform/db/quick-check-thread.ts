/** Runs as a worker thread on `workerData`, the folder of the database; says the first problem of its file, or null. */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabaseFileAnyhow } from './database-file.ts';
import { firstProblem } from './reading/first-problem.ts';

// Elsewhere than on Linux this would be about the whole process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
parentPort?.postMessage(check(workerData as string));

function check(dataDir: string): string | null {
  const database = openDatabaseFileAnyhow(dataDir, { readOnly: true, timeout: 10_000 });
  try {
    return firstProblem(database);
  } finally {
    database.close();
  }
}
