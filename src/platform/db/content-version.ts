/** The number that every change to what visitors see counts up (triggers in db/migrations), read as cheaply as each engine lets. */
import type { Db } from './db.ts';
import { openDatabaseFile } from './sqlite.ts';

export type ContentVersion = {
  /** The number as it surely is, at once; null where the database has to be asked with `read`. */
  known(): number | null;
  /** @throws when the database does not answer within a second */
  read(): Promise<number>;
  /** This process may have changed something: what was known no longer counts. */
  expire(): void;
  close(): void;
};

/** How long an answer of PostgreSQL counts; with `read` it keeps other processes' changes from being missed for a second. */
const knownForMs = 500;
const patienceMs = 1000;

/** A look into SQLite's file takes some microseconds; under load that is once for many requests. */
const seenForMs = 5;

export function openContentVersion(db: Db, settings: { databaseUrl?: string | undefined; dataDir: string }) {
  return settings.databaseUrl ? askedVersion(db) : sqliteVersion(settings.dataDir);
}

/** A connection of its own sees only what is committed, never a transaction under way. */
function sqliteVersion(dataDir: string): ContentVersion {
  const database = openDatabaseFile(dataDir, { readOnly: true, timeout: 20 });
  const statement = database.prepare('SELECT version FROM content_version');
  let seen = { version: -1, until: 0 };

  function look(): number {
    const now = performance.now();
    if (now >= seen.until) seen = { version: statement.get()?.version as number, until: now + seenForMs };
    return seen.version;
  }

  return {
    known: () => {
      try {
        return look();
      } catch {
        return null;
      }
    },
    read: async () => look(),
    expire: () => {
      seen.until = 0;
    },
    close: () => database.close(),
  };
}

function askedVersion(db: Db): ContentVersion {
  let known: { version: number; until: number } | null = null;
  let asking: Promise<number> | null = null;

  function ask(): Promise<number> {
    const until = performance.now() + knownForMs;
    const question: Promise<number> = inTime(readVersion(db)).then(
      (version) => {
        if (settle(question)) known = { version, until };
        return version;
      },
      (error) => {
        settle(question);
        throw error;
      },
    );
    return question;
  }

  /** False when what was asked has expired meanwhile. */
  function settle(question: Promise<number>): boolean {
    if (asking !== question) return false;
    asking = null;
    return true;
  }

  return {
    known: () => (known && performance.now() < known.until ? known.version : null),
    read: () => (asking ??= ask()),
    expire: () => {
      known = null;
      asking = null;
    },
    close: () => {},
  };
}

async function readVersion(db: Db): Promise<number> {
  const { version } = await db.selectFrom('contentVersion').select('version').executeTakeFirstOrThrow();
  return Number(version);
}

async function inTime<T>(question: Promise<T>): Promise<T> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(() => tooLate.reject(new Error('The database does not answer')), patienceMs);
  try {
    return await Promise.race([question, tooLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}
