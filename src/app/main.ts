/** Starts the site: settings → database → first administrator → server and worker → listen → graceful stop. */
import { ensureFirstAdministrator } from '#features/accounts/adding.server.ts';
import { createHealthWatch } from '#features/health/health-watch.server.ts';
import { addStarterPages } from '#features/pages/starter-pages.server.ts';
import { ensureSiteName } from '#features/settings/permanent-site-name.server.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { misspeltSettings } from '#platform/config/misspelt-settings.ts';
import type { AppContext } from '#platform/context.ts';
import { openContentVersion } from '#platform/db/content-version.ts';
import { isFolderUnwritable } from '#platform/db/database-file.ts';
import { tryToWrite } from '#platform/db/db.ts';
import { StorageUnavailable } from '#platform/errors.ts';
import { createLog } from '#platform/log.ts';
import { logUnusableStore, openStore } from '#platform/storage/open-store.ts';
import { createStorageOutages } from '#platform/storage-outages.ts';
import { openWithUpgradeBackup } from './backup/open-with-upgrade-backup.ts';
import { seedDemo } from './demo/seed.ts';
import { createStop, restartProcess } from './graceful-stop.ts';
import { healthDependencies } from './monitoring/health-dependencies.ts';
import type { Health } from './monitoring/health-routes.ts';
import { createPageServer, listen, refuseTakenPort } from './node-server.ts';
import { printStart, printStartFailure } from './operator/start-messages.ts';
import { superviseWorkerThread, type WorkerThread } from './worker/worker-supervisor.ts';

await start().catch((error: unknown) => {
  printStartFailure(error);
  process.exit(1);
});

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  for (const sentence of misspeltSettings(process.env)) log.warn(sentence);
  await refuseTakenPort(config);
  const database = await openWithUpgradeBackup(config, 'full', log);
  const outages = createStorageOutages(config, log);
  const context: AppContext = { db: database.db, config, clock: systemClock, log, store: openStore(config), outages };
  let worker: WorkerThread | null = null;
  let isEnding = false;
  let stopLooking = () => {};
  const version = openContentVersion(config);
  const write = database.isFrozen ? () => startAnewWithRoom() : () => tryToWrite(database.db);
  if (database.isFrozen) await tryToWrite(database.db).catch(outages.report);
  const probes = { write, ...(config.databaseUrl ? { read: () => version.read(), cutOff: database.cutOff } : {}) };
  const stopWatching = outages.watch(probes);
  if (config.s3) void logUnusableStore(context.store, log);
  // Before the demo content: a site that already has articles is named differently.
  await ensureSiteName(context.db, config, context.clock.now()).catch(outages.report);
  if (config.seedDemo) await seedDemo(context);
  await addStarterPages(context).catch(outages.report);

  const health: Health = { isStopping: false, isWorkerReady: false };
  const watch = createHealthWatch(context, healthDependencies, () => health.isWorkerReady);
  health.findings = watch.findings;
  const told = { ...context, isUntold: watch.isUntold };
  const { pages, server } = await createPageServer(told, { health, version });
  const firstLink = await ensureFirstAdministrator(context.db, config.admin, context.clock.now()).catch(
    (error: unknown) => {
      if (outages.report(error) === null) throw error;
      return null;
    },
  );
  await listen(server, config);
  // After the site listens: the worker's modules take a while to load.
  worker = superviseWorkerThread(log, (isReady) => {
    health.isWorkerReady = isReady;
  });
  // Last of all: a link that is shown only once must not scroll away.
  printStart(config, firstLink, outages.current()?.reason);
  stopLooking = watch.start();

  /** On a full disk the database is opened read-only: once there is room, a new start opens it to write. */
  async function startAnewWithRoom(): Promise<void> {
    if (isFolderUnwritable(config.dataDir)) throw new StorageUnavailable('disk_full');
    await stop('room on the disk', () => (isEnding ? process.exit(0) : restartProcess()));
  }

  const stop = createStop(context, { health, server, stopWorker: async () => worker?.stop(), close });
  async function close(): Promise<void> {
    stopLooking();
    stopWatching();
    await pages.close();
    await database.close();
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      isEnding = true;
      void stop(signal);
    });
}
