/** The type of a check, and what it may use. */
import type { Config } from '#platform/config/config.ts';
import { outageOf } from '#platform/db/database-error.ts';
import type { Db } from '#platform/db/db.ts';
import type { WrittenEmail } from '#platform/mail/queue/mail-contract.ts';
import type { Store } from '#platform/storage/store.ts';
import type { Verdict } from './check-result.ts';

export type Person = { id: number; username: string; email: string; isReachable: boolean; hasSecondFactor: boolean };

/** `screen`: a button that leads there. */
export type HealthNotice = { subject: string; paragraphs: string[]; screen: { label: string; path: string } };

/** What other features provide, passed in by `app`. */
export type Facts = {
  /** The active administrators. */
  people: (db: Db, siteUrl: string) => Promise<Person[]>;
  /** What the society sets up, which the other features know. */
  setupChecks: Check[];
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

/** What a first step may use: it is read with the dashboard, so it asks no other server. */
export type StepContext = Pick<CheckContext, 'config' | 'now' | 'facts'> & {
  db: Db;
  /** Whose steps they are; null for the whole site. */
  administratorId: number | null;
};

export type Check = {
  name: string;
  title: string;
  /** In Site health, `npm run doctor` and emails. Null where the check says nothing about this site. */
  verdict?: (context: CheckContext) => Promise<Verdict | null>;
  /** Its sentences quote no other program, so that no word of them can be a secret. */
  quotesNoOne?: true;
  /** Among the first steps of a new site, until it is good. */
  step?: StepCheck;
};

export type StepCheck = { title: string; verdict: (context: StepContext) => Promise<Verdict | null> };

export type Reading = CheckContext & { db: Db };

/** Null while the database cannot be read: another check reports that. */
export function verdictWithDatabase(
  verdict: (context: Reading & { administratorId: null }) => Promise<Verdict | null>,
): NonNullable<Check['verdict']> {
  return async (context) => {
    if (!context.db) return null;
    try {
      return await verdict({ ...context, db: context.db, administratorId: null });
    } catch (error) {
      if (outageOf(error) === null) throw error;
      return null;
    }
  };
}
