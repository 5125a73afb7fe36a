/** The thread that `import-thread.server.ts` starts: one import, with a connection of its own, then the end. */
import { parentPort, workerData } from 'node:worker_threads';
import { outageOf } from '#platform/db/database-error.ts';
import { type Database, keepCommitted, openDatabase } from '#platform/db/db.ts';
import { Invalid } from '#platform/errors.ts';
import type { ImportAnswer, ImportPiece, ImportTask } from './import-thread.server.ts';
import { importSubscribers } from './subscribers-import.server.ts';

if (!parentPort) throw new Error('This file runs as a worker thread.');
const port = parentPort;
const parsedAtOnce = 64 * 1024;
const { database: place, config, now, isDryRun, takesUnclear, administratorId } = workerData as ImportTask;

port.postMessage(await run());
port.close();

async function run(): Promise<ImportAnswer> {
  // Each of many small transactions need not reach the disk; the last step sees to it for all.
  let database: Database | null = null;
  try {
    database = await openDatabase(place, 'relaxed');
    const { db } = database;
    const clock = { now: () => new Date(now) };
    const report = await importSubscribers(
      { db, clock, config },
      { file: file(), isDryRun, takesUnclear, administratorId },
    );
    await keepCommitted(db);
    return { report };
  } catch (error) {
    if (error instanceof Invalid) return { refusal: { message: error.message, fields: error.fields } };
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    // On its way an error would lose the code that says so.
    return { failure, outage: outageOf(error) };
  } finally {
    await database?.close();
  }
}

async function* file(): AsyncGenerator<Buffer, void, undefined> {
  for (;;) {
    const piece = await new Promise<ImportPiece>((arrived) => {
      port.once('message', arrived);
      port.postMessage('next' satisfies ImportAnswer);
    });
    if (piece === 'end') return;
    if (piece === 'lost') throw new Error('The rest of the file did not arrive');
    const bytes = Buffer.from(piece.bytes);
    // What is taken in at once is parsed at once, however many lines it has.
    for (let from = 0; from < bytes.length; from += parsedAtOnce) yield bytes.subarray(from, from + parsedAtOnce);
  }
}
