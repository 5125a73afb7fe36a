import type { Generated } from 'kysely';

declare module '#platform/db/tables.ts' {
  interface Tables {
    revisions: RevisionsTable;
  }
}

/** An entity as one save left it. The settings are entity 0. */
type RevisionsTable = {
  id: Generated<number>;
  /** A name in `kinds`. */
  kind: string;
  entityId: number;
  version: number;
  at: string;
  administratorId: number | null;
  /** What changed, for people. */
  summary: string;
  /** JSON: the fields of the form. */
  data: string;
};
