/** All rows of the site as they stood at one moment, read the same way from either engine and at any level of migrations. */
import { openPostgresSnapshot } from './postgres-snapshot.ts';
import { openSqliteSnapshot } from './sqlite-snapshot.ts';

/** Instants are ISO-8601 with milliseconds; columns named is_… and has_… are booleans. */
export type Value = string | number | boolean | null;

export type SnapshotTable = {
  name: string;
  columns: string[];
  /** The columns that order the rows. */
  key: string[];
  /** The highest id that the table has ever given, even to a deleted row; null where it gives none. */
  lastId: number | null;
};

export type Snapshot = {
  engine: 'sqlite' | 'postgres';
  /** The last applied migration. */
  migration: { number: number; name: string };
  tables: SnapshotTable[];
  /** The size of the database on disk; its rows as text take about as much. */
  bytes: number;
  /** The values in the order of the table's columns. */
  rows(table: SnapshotTable): AsyncIterable<Value[]>;
  close(): Promise<void>;
};

/**
 * Others may read and write in the meantime. Null without a site.
 * @throws DatabaseError
 */
export function openSnapshot(place: { databaseUrl?: string | undefined; dataDir: string }): Promise<Snapshot | null> {
  return place.databaseUrl ? openPostgresSnapshot(place.databaseUrl) : openSqliteSnapshot(place.dataDir);
}
