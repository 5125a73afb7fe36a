/** What backups need from other features. */
import { notifyAdministrators } from '#features/accounts/changes/notify-administrators.server.ts';
import type { BackupDependencies } from '#features/backup/backups.jobs.ts';

export const backupDependencies: BackupDependencies = {
  script: new URL('./backup-process.ts', import.meta.url),
  tell: (trx, notice, now) =>
    notifyAdministrators(trx, { ...notice, screen: { label: 'Open Backups', path: '/admin/backups' } }, now),
};
