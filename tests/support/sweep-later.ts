/** Run beside a site, with its environment and a number of days: the worker's sweep of pictures, as it will be by then. */
import { sweepPictures } from '#features/uploads/uploads.jobs.ts';
import { readConfig } from '#platform/config/config.ts';
import { openMigratedDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log.ts';
import { openStore } from '#platform/storage/open-store.ts';

const config = readConfig(process.env);
const log = createLog(config.logLevel);
const database = await openMigratedDatabase(config);
const now = () => new Date(Date.now() + Number(process.argv[2]) * 86_400_000);
await sweepPictures({ db: database.db, log, clock: { now }, store: openStore(config) });
await database.close();
