/**
 * The one place that opens the database's file. Nothing else may open a descriptor of it: when a process closes any descriptor
 * of a file, POSIX drops all its locks on it, SQLite's as well. Other programs then take the database for unused, and delete
 * its WAL.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';

export function openDatabaseFile(dataDir: string, options: DatabaseSyncOptions): DatabaseSync {
  return new DatabaseSync(databaseFile(dataDir), options);
}

export function hasDatabaseFile(dataDir: string): boolean {
  return existsSync(databaseFile(dataDir));
}

export function databaseFile(dataDir: string): string {
  return join(dataDir, 'site.db');
}
