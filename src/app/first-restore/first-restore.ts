/** Putting a backup in place of a site that is still empty, from the page that only the console's link opens: what goes over the wire. */

/** The page is /admin/restore; its calls lie below. They are there only while the site is empty. */
export const firstRestorePath = '/first-restore';
export const tokenHeader = 'x-restore-token';
/** A file comes in pieces: proxies limit what they let through at once, and a lost connection costs one of them. */
export const pieceBytes = 4 * 1024 * 1024;
export const mostPassphrase = 1000;

export const linkEnded =
  'This link has ended. It works once, for 24 hours, and until the site has something of its own. Start the site anew: while it is empty, its console shows another link.';

/** What the first line of an encrypted backup says (https://age-encryption.org/v1). */
export const encryptedBegin = 'age-encryption.org/v1\n';

export type BackupContents = {
  madeAt: string;
  siteVersion: string;
  engine: 'sqlite' | 'postgres';
  articles: number;
  events: number;
  members: number;
  subscribers: number;
  /** Null where it holds the rows alone. */
  pictures: { count: number; bytes: number } | null;
};

export type RestoreState = {
  step: 'waiting' | 'receiving' | 'received' | 'checking' | 'checked' | 'restoring' | 'restored';
  /** Of the file, and how many of them are here. */
  bytes: number;
  received: number;
  /** Why the last one was not taken; a sentence. */
  refused: string | null;
  contents: BackupContents | null;
};
