/** The type of a check, and what it may use. */
import type { Config } from '#platform/config/config.ts';
import { outageOf } from '#platform/db/database-error.ts';
import type { Db } from '#platform/db/db.ts';
import type { WrittenEmail } from '#platform/mail/queue/mail-contract.ts';
import type { Store } from '#platform/storage/store.ts';
import type { Verdict } from './check-result.ts';

export type Person = { id: number; username: string; email: string; isReachable: boolean; hasSecondFactor: boolean };
/** `error` is of the last run, null when it went well. */
export type LastRun = { goodAt: string | null; error: string | null };

/** `screen`: a button that leads there. */
export type HealthNotice = { subject: string; paragraphs: string[]; screen: { label: string; path: string } };

/** What other features provide, passed in by `app`. */
export type Facts = {
  /** The active administrators. */
  people: (db: Db, siteUrl: string) => Promise<Person[]>;
  backups: (db: Db) => Promise<{ backup: LastRun; rehearsal: LastRun; copyError: string | null }>;
  countDemo: (db: Db) => Promise<number>;
  /** What the public Privacy page and the settings say about days after an event; null without the page. */
  privacy: (db: Db, config: Config) => Promise<{ gap: string | null; saidDays: number | null; days: number } | null>;
  /** Puts a mail to an administrator into the outbox. */
  tell: (trx: Db, notice: HealthNotice & { to: { administratorId: number } }, now: Date) => Promise<void>;
  /** Writes the same mail without the queue, in case the database does not answer. */
  write: (site: { db: Db; config: Config }, to: string, notice: HealthNotice) => Promise<WrittenEmail>;
};

export type CheckContext = {
  config: Config;
  /** One sentence for each misspelt setting. */
  misspelt: string[];
  now: Date;
  /** Null where it cannot be opened; `databaseProblem` says why. */
  db: Db | null;
  databaseProblem: string | null;
  /** Returns the first problem of the database's file. */
  findDamage: () => string | null;
  store: Store;
  /** Whether the checks run in the site itself, beside it, or while it does not run. */
  site: 'itself' | 'running' | 'stopped';
  /** As the site says it; null where it is not known. */
  isWorkerReady: boolean | null;
  /** Writes and removes a test file in the storage; only in the site itself, when someone asks. */
  triesWriting: boolean;
  facts: Facts;
};

export type Check = {
  name: string;
  title: string;
  /** Null where the check says nothing about this site. */
  verdict: (context: CheckContext) => Promise<Verdict | null>;
};

export type Reading = CheckContext & { db: Db };

/** Null while the database cannot be read: another check reports that. */
export function verdictWithDatabase(verdict: (context: Reading) => Promise<Verdict | null>): Check['verdict'] {
  return async (context) => {
    if (!context.db) return null;
    try {
      return await verdict({ ...context, db: context.db });
    } catch (error) {
      if (outageOf(error) === null) throw error;
      return null;
    }
  };
}
