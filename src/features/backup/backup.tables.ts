import type { Generated } from 'kysely';

declare module '#platform/db/tables.ts' {
  interface Tables {
    backupRuns: BackupRunsTable;
  }
}

/** A backup or a rehearsal: asked for, under way, done or failed. */
export type BackupRunsTable = {
  id: Generated<number>;
  kind: 'backup' | 'rehearsal';
  reason: 'nightly' | 'asked';
  state: 'asked' | 'running' | 'done' | 'failed';
  at: string;
  /** While it runs: the end of the lease of the worker that does it. */
  leaseUntil: string | null;
  endedAt: string | null;
  fileName: string | null;
  bytes: number | null;
  articles: number | null;
  pictures: number | null;
  error: string | null;
  copyError: string | null;
};
