/** Who did what when: one row a change, written in the transaction of the change. No e-mail address goes in. */
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

/** When a backup was put in the place of this site, within the 400 days that the activity keeps. */
export async function findLastRestore(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('audit')
    .select('at')
    .where('entityId', 'is', null)
    .where('action', '=', 'backup.restore' satisfies AuditAction)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}
