/** Records who did what and when: one row per change, in its transaction. Without email addresses. */
import type { AuditAction } from '#shared/audit-action.ts';
import type { Db } from './db/db.ts';

export type AuditEntry = {
  at: Date;
  /** Null for visitors and for the site itself. */
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
