/**
 * The mail worker lives in a thread beside the web server or in a process of its own (`npm run worker`); several may share one
 * database.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { openWithUpgradeBackup } from '#app/backup/open-with-upgrade-backup.ts';
import { readSocietyName } from '#features/settings/settings.server.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { openContentVersion } from '#platform/db/content-version.ts';
import { isFolderUnwritable } from '#platform/db/database-file.ts';
import { tryToWrite } from '#platform/db/db.ts';
import { createSharedClock } from '#platform/db/shared-clock.ts';
import { StorageUnavailable } from '#platform/errors.ts';
import { createLog } from '#platform/log.ts';
import { openMailer } from '#platform/mail/open-mailer.ts';
import { openStore } from '#platform/storage/open-store.ts';
import { createStorageOutages } from '#platform/storage-outages.ts';
import { startWorkerJobs } from './jobs.ts';

const stopWithinMs = 9_500;

/** Runs the worker with settings from the environment, in a thread or a process of its own. */
export async function runWorker(env: Record<string, string | undefined>, ownClock: Clock = systemClock) {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const database = await openWithUpgradeBackup(config, 'relaxed', log);
  const store = openStore(config);
  const { db, cutOff } = database;
  const clock = await createSharedClock(db, ownClock);
  const followClock = () => clock.follow();
  const outages = createStorageOutages(config, log);
  const version = openContentVersion(config);
  const write = database.isFrozen ? () => endWithRoom(config.dataDir) : () => tryToWrite(db);
  const stopWatching = outages.watch(config.databaseUrl ? { write, read: () => version.read(), cutOff } : { write });
  const clocks = { clock, followClock, correctClock: () => clock.correct() };
  const mailer = openMailer(config, () => readSocietyName(db, config));
  const worker = startWorkerJobs({ db, config, log, ...clocks, mailer, store, outages });
  return {
    async stop(): Promise<void> {
      const ended = worker
        .stop()
        .then(() => {
          stopWatching();
          version.close();
          return database.close();
        })
        .catch((error: unknown) => log.error('mail worker did not stop in order', { error }));
      // Ends even when the database does not answer: the caller ends the thread or process next.
      await Promise.race([ended, sleep(stopWithinMs, undefined, { ref: false })]);
    },
  };
}

/** The database is open read-only because the disk was full. Once there is room, the supervisor restarts it. */
async function endWithRoom(dataDir: string): Promise<void> {
  if (isFolderUnwritable(dataDir)) throw new StorageUnavailable('disk_full');
  process.exit(1);
}
