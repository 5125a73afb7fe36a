/** What a check is, and what it may look at. */
import type { Verdict } from '#features/health/finding.ts';
import type { Config } from '#platform/config/config.ts';
import { outageOf } from '#platform/db/database-error.ts';
import type { Db } from '#platform/db/db.ts';
import type { Store } from '#platform/storage/store.ts';

export type CheckContext = {
  config: Config;
  now: Date;
  /** Null where it cannot be opened; `databaseProblem` says why. */
  db: Db | null;
  databaseProblem: string | null;
  /** Answers the first problem of the database's file. */
  findDamage: () => Promise<string | null>;
  store: Store;
  /** Whether the checks run in the site itself, beside it, or while it does not run. */
  site: 'itself' | 'running' | 'stopped';
  /** As the site says it; null where it is not known. */
  isWorkerReady: boolean | null;
  /** Puts a file into the storage, and removes it. */
  triesWriting: boolean;
  /** What stands in the place of a verdict when a check fails. */
  unfinished: (check: string, error: unknown) => Verdict;
};

export type Check = {
  name: string;
  title: string;
  /** Asks other servers, or looks through much: not every minute. */
  isSlow?: true;
  /** Whoever is not signed in does not learn of it. */
  isAboutAccounts?: true;
  /** Null where the check says nothing about this site. */
  verdict: (context: CheckContext) => Promise<Verdict | null>;
};

export type CheckWithDatabase = Omit<Check, 'verdict'> & {
  verdict: (context: CheckContext & { db: Db }) => Promise<Verdict | null>;
};

/** Leaves the check out while the database cannot be read: one check says that. */
export function withDatabase({ verdict, ...check }: CheckWithDatabase): Check {
  return {
    ...check,
    async verdict(context) {
      if (!context.db) return null;
      try {
        return await verdict({ ...context, db: context.db });
      } catch (error) {
        if (outageOf(error) === null) throw error;
        return null;
      }
    },
  };
}
