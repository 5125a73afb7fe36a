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

serveParentProcess(run, () => null);

async function run({ config, id }: { config: Config; id: number }): Promise<null> {
  const database = await openMigratedDatabase(config);
  const log = createLog(config.logLevel);
  const outages = createStorageOutages(config, log);
  try {
    const { db } = database;
    await runImport(
      { db, config, clock: systemClock, log, store: openStore(config), outages },
      await getImport(db, id),
    );
    return null;
  } finally {
    await database.close();
  }
}
