/**
 * The only place that opens the database's file. Nothing else may open a descriptor of it: when a process closes any descriptor
 * of a file, POSIX drops all its locks on it, including SQLite's. Other programs then think the database unused, and delete
 * its WAL.
 */
import { accessSync, constants, existsSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DatabaseError, isBusy, outageOf } from './database-error.ts';

/** Room for the files that SQLite creates beside the database before it reads the first row. */
const roomToOpen = 256 * 1024;

const frozen = new WeakSet<DatabaseSync>();

export function openDatabaseFile(dataDir: string, options: DatabaseSyncOptions): DatabaseSync {
  return new DatabaseSync(databaseFilePath(dataDir), options);
}

/**
 * As `openDatabaseFile`; but when the disk is full or read-only, it opens the file as it
 * is. That handle does not see what others write: it serves the site until there is room again.
 */
export function openDatabaseFileEvenReadOnly(dataDir: string, options: DatabaseSyncOptions): DatabaseSync {
  const database = openDatabaseFile(dataDir, options);
  try {
    database.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get();
    // It is opened read-only and stays so even when the disk accepts writes again.
    if (isReadOnly(dataDir)) frozen.add(database);
    return database;
  } catch (error) {
    if (outageOf(error) === null || !hasEmptyWal(dataDir) || !isFolderUnwritable(dataDir)) return database;
    database.close();
    const address = pathToFileURL(databaseFilePath(dataDir));
    address.searchParams.set('immutable', '1');
    const unchanging = new DatabaseSync(address, { ...options, readOnly: true });
    frozen.add(unchanging);
    return unchanging;
  }
}

/**
 * A process with an open WAL file holds a lock on it, so that exclusive mode is refused. A file that cannot be
 * read is not in use.
 * @throws DatabaseError while another process has the database open
 */
export function refuseWhileOpen(dataDir: string): void {
  if (!hasDatabaseFile(dataDir)) return;
  const database = openDatabaseFile(dataDir, { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA query_only = ON; BEGIN');
    database.prepare('SELECT count(*) FROM sqlite_master').get();
  } catch (error) {
    if (isBusy(error))
      throw new DatabaseError(
        `The site in ${dataDir} is running: its database is in use. Stop the site and its workers, then restore.`,
      );
  } finally {
    database.close();
  }
}

/** A separate, always empty file for `snapshot/file-lock.ts`, which only its owner may read. */
export function openLockFile(file: string): DatabaseSync {
  // Never an existing one: closing a descriptor of it would drop a lock that this process holds.
  if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600, flag: 'a' });
  return new DatabaseSync(file, { timeout: 0 });
}

/**
 * Opens the file so that nothing is written, not even beside it. `readonly_shm` reads the files beside it as they are;
 * `immutable` is for a file that no one has open.
 */
export function openWithoutWriting(dataDir: string, how: 'readonly_shm' | 'immutable'): DatabaseSync {
  const address = pathToFileURL(databaseFilePath(dataDir));
  address.searchParams.set(how, '1');
  return new DatabaseSync(address, { readOnly: true, timeout: 10_000 });
}

/** True for a handle that stays read-only even when a new one could write. */
export function isStuckReadOnly(database: DatabaseSync): boolean {
  return frozen.has(database);
}

/** Whether nothing can be written to the folder, not even what opening the database needs. */
export function isFolderUnwritable(dataDir: string): boolean {
  return isReadOnly(dataDir) || hasNoRoom(dataDir);
}

/** As of a full disk: SQLite calls it read-only. */
export function hasNoRoom(dataDir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize < roomToOpen;
  } catch {
    return false;
  }
}

function isReadOnly(dataDir: string): boolean {
  try {
    accessSync(dataDir, constants.W_OK);
    return false;
  } catch (error) {
    return outageOf(error) === 'read_only';
  }
}

/** Whether no part of it is in a WAL. */
function hasEmptyWal(dataDir: string): boolean {
  const wal = statSync(`${databaseFilePath(dataDir)}-wal`, { throwIfNoEntry: false });
  return hasDatabaseFile(dataDir) && (wal?.size ?? 0) === 0;
}

export function hasDatabaseFile(dataDir: string): boolean {
  return existsSync(databaseFilePath(dataDir));
}

/** In a wrong folder an empty site would be answered and a new database left behind. @throws DatabaseError */
export function refuseWithoutDatabase({ databaseUrl, dataDir }: { databaseUrl?: string | undefined; dataDir: string }) {
  if (!databaseUrl && !hasDatabaseFile(dataDir))
    throw new DatabaseError(`There is no site in ${dataDir}. Set DATA_DIR or DATABASE_URL to what the site uses.`);
}

export function databaseFilePath(dataDir: string): string {
  return join(dataDir, 'site.db');
}
