/** What every edge receives: made once in `app/main.ts`, or by a test. */
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Db } from './db/db.ts';
import type { Internet } from './internet/fetch-public.ts';
import type { Log } from './log.ts';
import type { Store } from './storage/store.ts';
import type { Outages } from './storage-outages.ts';

export type AppContext = {
  db: Db;
  config: Config;
  clock: Clock;
  log: Log;
  store: Store;
  outages: Outages;
  /** Other sites, where a test has its own. */
  internet?: Internet;
  /** Whether something is bad that no email can tell. */
  isUntold?: () => boolean;
};
