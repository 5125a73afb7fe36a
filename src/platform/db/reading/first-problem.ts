import type { DatabaseSync } from 'node:sqlite';
import { outageOf } from '../database-error.ts';

/** The first problem of an open SQLite file, or null. */
export function firstProblem(database: DatabaseSync): string | null {
  try {
    const [row] = database.prepare('PRAGMA quick_check(1)').all();
    const problem = String(Object.values(row ?? {})[0]);
    return problem === 'ok' ? null : problem;
  } catch (error) {
    // Too damaged to be looked through.
    if (outageOf(error) === 'database_damaged') return (error as Error).message;
    throw error;
  }
}
