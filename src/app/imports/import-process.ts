/** The child process that does one step of an import: a long text, a bomb or a kill touches nothing else. */
import { serveParentProcess } from '#features/backup/child-process.server.ts';
import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log.ts';
import { openStore } from '#platform/storage/open-store.ts';
import { createStorageOutages } from '#platform/storage-outages.ts';
import { getImport } from './import-rows.ts';
import { runImport } from './run-import.ts';

serveParentProcess(
  async ({ config, id }: { config: Config; id: number }) => {
    const database = await openMigratedDatabase(config);
    const { db } = database;
    const log = createLog(config.logLevel);
    const [store, outages] = [openStore(config), createStorageOutages(config, log)];
    const context = { db, config, clock: systemClock, log, store, outages };
    await getImport(db, id)
      .then((row) => runImport(context, row))
      .finally(() => database.close());
  },
  () => null,
);
