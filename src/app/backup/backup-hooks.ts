/** What backups need from other features. */
import { enqueueNotice } from '#features/accounts/changes/account-notices.server.ts';
import type { BackupHooks } from '#features/backup/backups.jobs.ts';
import type { Db } from '#platform/db/db.ts';

export const backupHooks: BackupHooks = {
  script: new URL('./backup-process.ts', import.meta.url),
  tell: async (trx, notice, now) => {
    const screen = { label: 'Open Backups', path: '/admin/backups' };
    for (const administratorId of await activeAdministrators(trx))
      await enqueueNotice(trx, { ...notice, screen, to: { administratorId } }, now);
  },
  beganAt: async (db) => {
    const first = await db
      .selectFrom('administrators')
      .select('createdAt')
      .orderBy('createdAt')
      .limit(1)
      .executeTakeFirst();
    return first?.createdAt ?? null;
  },
};

async function activeAdministrators(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('administrators').select('id').where('isActive', '=', true).execute();
  return rows.map(({ id }) => id);
}
