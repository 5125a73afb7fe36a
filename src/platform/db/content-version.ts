/**
 * The content version: triggers (db/migrations) raise it with each change that visitors can see. Read as cheaply as each engine
 * allows.
 */
import type pg from 'pg';
import { openDatabaseFileEvenReadOnly } from './database-file.ts';

export type ContentVersion = {
  /** The current version if it is known for sure; null if the database must be asked with `read`. */
  known(): number | null;
  /** @throws when the database does not answer within a second */
  read(): Promise<number>;
  /** Forgets the known version: this process may have changed something. */
  expire(): void;
  close(): void;
};

/** How long an answer of PostgreSQL is valid: changes by other processes are seen within a second. */
const knownForMs = 500;
const patienceMs = 1000;
/** The pause before asking again after no answer. */
const askAgainMs = 500;

/** Reading SQLite's file takes microseconds; under load one read serves many requests. */
const seenForMs = 5;

export function openContentVersion(settings: { databaseUrl?: string | undefined; dataDir: string }): ContentVersion {
  return settings.databaseUrl ? askedVersion(settings.databaseUrl) : sqliteVersion(settings.dataDir);
}

/** A connection of its own sees only what is committed, never a transaction under way. */
function sqliteVersion(dataDir: string): ContentVersion {
  const database = openDatabaseFileEvenReadOnly(dataDir, { readOnly: true, timeout: 20 });
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

/** Uses its own connection, so that it shows whether the server answers, however busy the pool is. */
function askedVersion(databaseUrl: string): ContentVersion {
  let known: { version: number; until: number } | null = null;
  let asking: Promise<number> | null = null;
  let pool: Promise<pg.Pool> | null = null;
  let failed: { error: unknown; until: number } | null = null;

  function ask(): Promise<number> {
    const until = performance.now() + knownForMs;
    const question: Promise<number> = askServer().then(
      (version) => {
        failed = null;
        if (settle(question)) known = { version, until };
        return version;
      },
      (error) => {
        settle(question);
        failed = { error, until: performance.now() + askAgainMs };
        throw error;
      },
    );
    return question;
  }

  async function askServer(): Promise<number> {
    const client = await (await (pool ??= openOwnPool(databaseUrl))).connect();
    let isAnswered = false;
    try {
      const { rows } = await client.query<{ version: string }>('SELECT version FROM content_version');
      isAnswered = true;
      return Number(rows[0]?.version);
    } finally {
      // Close a connection that might wait forever.
      client.release(!isAnswered);
    }
  }

  /** False when the question has expired in the meantime. */
  function settle(question: Promise<number>): boolean {
    if (asking !== question) return false;
    asking = null;
    return true;
  }

  return {
    known: () => (known && performance.now() < known.until ? known.version : null),
    read: async () => {
      if (!failed) return (asking ??= ask());
      // No one waits for an answer that has just failed to come: it is asked for in the background.
      if (performance.now() > failed.until) (asking ??= ask()).catch(() => {});
      throw failed.error;
    },
    expire: () => {
      known = null;
      asking = null;
    },
    close: () => void pool?.then((opened) => opened.end()),
  };
}

async function openOwnPool(databaseUrl: string): Promise<pg.Pool> {
  // Loaded for those who use it.
  const { openPool } = await import('./postgres.ts');
  return openPool(databaseUrl, { max: 2, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs });
}
