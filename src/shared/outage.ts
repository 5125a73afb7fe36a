/** Why nothing can be saved; each also is the `code` of a refusal. */
export const outageReasons = ['disk_full', 'disk_failing', 'read_only', 'database_damaged', 'database_away'] as const;
export type OutageReason = (typeof outageReasons)[number];

/** `disk_low` refuses pictures only. */
export type OutageCode = OutageReason | 'disk_low';

export const outageSentences: Record<OutageCode, string> = {
  disk_full:
    'Nothing can be saved at the moment because the disk of this site is full. Saving works again as soon as there is room.',
  disk_failing:
    'Nothing can be saved at the moment because the disk of this site reports errors. The person who runs the site has to look at it.',
  read_only:
    'Nothing can be saved at the moment because the storage of this site can only be read. Saving works again as soon as that ends.',
  database_damaged:
    'Nothing can be saved at the moment because the database of this site is damaged. The person who runs the site has to repair it.',
  database_away:
    'Nothing new can be read or saved at the moment because the database of this site does not answer. Please try again in a minute.',
  disk_low: 'No pictures can be stored at the moment because the disk of this site is almost full.',
};

/** For the operator, in the log. */
export const outageTodos: Record<OutageReason, string> = {
  disk_full: 'Make room on the disk of DATA_DIR.',
  disk_failing: 'Look at the log of the machine (dmesg), and have the disk replaced.',
  read_only: 'Look at the log of the machine (dmesg), and mount the disk of DATA_DIR writable.',
  database_damaged: 'Restore the newest backup: docs/how-to/back-up-and-restore.md',
  database_away: 'Start PostgreSQL, and check DATABASE_URL.',
};

export function isOutageCode(code: string | null): code is OutageCode {
  return code !== null && code in outageSentences;
}

/** Names the reason in every answer of the API to someone with a session. */
export const outageHeader = 'x-site-outage';
