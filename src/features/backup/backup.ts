/** The names of backups, and the error for an unusable one. */

/** The file cannot be used, or the place is not ready for it; `message` is a sentence for people. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

/** There is no site yet that could be backed up. */
export class NoSiteYet extends BackupRefused {
  override name = 'NoSiteYet';
}

/** Why it was made: nightly, by hand, before a migration, or before a restore. */
export const backupReasons = ['nightly', 'asked', 'before-migration', 'before-restore'] as const;
export type BackupReason = (typeof backupReasons)[number];

export type RunKind = 'backup' | 'rehearsal';

export type BackupName = { name: string; at: string; reason: BackupReason; isEncrypted: boolean };

const form =
  /^one-health-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-(nightly|asked|before-migration|before-restore)\.tar(\.age)?$/;

export function backupName(at: Date, reason: BackupReason, isEncrypted: boolean): string {
  const second = at.toISOString().slice(0, 19).replaceAll(':', '-');
  return `one-health-${second}Z-${reason}.tar${isEncrypted ? '.age' : ''}`;
}

/** Null for any other file. */
export function parseBackupName(name: string): BackupName | null {
  const [, day, hours, minutes, seconds, reason, age] = form.exec(name) ?? [];
  if (!day) return null;
  const at = `${day}T${hours}:${minutes}:${seconds}.000Z`;
  return { name, at, reason: reason as BackupReason, isEncrypted: age !== undefined };
}

/** Leaves out other files. */
export function newestFirst(names: readonly string[]): BackupName[] {
  return names
    .map(parseBackupName)
    .filter((backup) => backup !== null)
    .sort((one, other) => (one.at < other.at ? 1 : -1));
}
