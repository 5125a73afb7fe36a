import type { Generated } from 'kysely';

declare module '#platform/db/tables.ts' {
  interface Tables {
    imports: ImportsTable;
  }
}

/** What becomes of an uploaded export of another site. The first, third and fifth are a worker's turn. */
export const importStates = [
  'reading',
  'ready',
  'importing',
  'done',
  'undoing',
  'undone',
  'failed',
  'discarded',
] as const;

/** An uploaded export of another site, and what was made of it. */
export type ImportsTable = {
  id: Generated<number>;
  fileName: string;
  /** Its parts in the store are `imports/{file}.{number}`; null once they are removed. */
  file: string | null;
  parts: number;
  /** The address of the old site, as typed, or empty. */
  site: string;
  /** Whether pages of the file take the place of untouched starter pages. */
  isReplacing: Generated<boolean>;
  state: (typeof importStates)[number];
  administratorId: number | null;
  at: string;
  /** While a worker is on it. */
  leaseUntil: Generated<string | null>;
  /** How often it was begun since it last came forward. */
  attempts: Generated<number>;
  endedAt: Generated<string | null>;
  done: Generated<number>;
  total: Generated<number>;
  error: Generated<string | null>;
  /** JSON: a `Plan`. */
  plan: Generated<string | null>;
  /** JSON: what was made. */
  made: Generated<string | null>;
};
