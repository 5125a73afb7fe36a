/** Which migrations there are in db/migrations, and which of them a database has still to get. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '#platform/tokens.ts';
import { DatabaseError } from './database-error.ts';

export type Migration = { number: number; name: string; checksum: string; sql: string };

export type Applied = { number: number; name: string; checksum: string };

export const migrationsFolder = fileURLToPath(new URL('../../../db/migrations/', import.meta.url));

/**
 * The first migration that a database with these still lacks; undefined when it is up to date.
 * @throws DatabaseError when it has one that this program does not know
 */
export function findFirstMissingMigration(engine: 'sqlite' | 'postgres', applied: Applied[]): string | undefined {
  const migrations = readMigrations(join(migrationsFolder, engine));
  return findNextMigration(migrations, countingFromBaseline(migrations, applied))?.name;
}

/** All migrations, in their order. */
export function knownMigrations(engine: 'sqlite' | 'postgres'): Applied[] {
  return readMigrations(join(migrationsFolder, engine));
}

/**
 * The first migration creates the tables as of version 0.2.0, which had reached them in several numbered steps: a database with all
 * of those steps counts as having the first.
 * @throws DatabaseError for one that has had fewer
 */
export function countingFromBaseline([baseline]: Migration[], had: Applied[]): Applied[] {
  const first = had[0]?.number;
  if (!baseline || first === undefined || first >= baseline.number) return had;
  if (had.some(({ number }) => number === baseline.number))
    return [baseline, ...had.filter(({ number }) => number > baseline.number)];
  throw new DatabaseError(
    `The database was made by a version before 0.2.0: its last migration is ${had.at(-1)?.name}. Start version 0.2.0 once, then this one.`,
  );
}

export function findNextMigration(migrations: Migration[], applied: Applied[]): Migration | undefined {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const row of applied) {
    const migration = known.get(row.number);
    // Another version may have used the same number for something else.
    if (migration?.name !== row.name)
      throw new DatabaseError(
        `The database is newer than this program: its last migration is ${applied.at(-1)?.name}, the program's is ${migrations.at(-1)?.name}. Start the newer version of the site, or restore the backup that its first start made.`,
      );
    if (migration.checksum !== row.checksum)
      throw new DatabaseError(
        `Migration ${row.name} was changed after it had been applied to this database. Put the file back as it was and write a new migration instead.`,
      );
  }
  const last = applied.at(-1)?.number ?? 0;
  return migrations.find((migration) => migration.number > last);
}

/** The migrations of a folder by number, which count up from the first without a gap. */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const first = numberOf(names.sort()[0]);
  return names.map((file, index) => {
    const number = numberOf(file);
    if (number !== first + index)
      throw new DatabaseError(`Migration ${file} is not number ${first + index} of ${folder}.`);
    // A checkout on Windows may have turned the line ends.
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
    return { number, name: file.replace(/\.sql$/, ''), checksum: sha256(sql), sql };
  });
}

function numberOf(file = ''): number {
  return Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1]);
}
