/** Who did what when: one row a change, written in the transaction of the change. No email address goes in. */
import type { AuditAction } from '#shared/audit-action.ts';
import type { Db } from './db/db.ts';

export type AuditEntry = {
  at: Date;
  /** Null for what a visitor or the site itself did. */
  administratorId: number | null;
  action: AuditAction;
  entityId: number | null;
  detail?: Record<string, string | number | boolean | null>;
};

export async function audit(db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('audit')
    .values({ ...entry, at: entry.at.toISOString(), detail: JSON.stringify(entry.detail ?? {}) })
    .execute();
}
