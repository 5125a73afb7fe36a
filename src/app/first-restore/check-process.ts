/** The child process that builds the site of an uploaded backup beside the one that is there, checks it, and says what it holds. */
import { BackupRefused, PassphraseWanted } from '#features/backup/backup.ts';
import { serveChild } from '#features/backup/child.server.ts';
import type { Manifest } from '#features/backup/manifest.schema.ts';
import type { Config } from '#platform/config/config.ts';
import { outageOf } from '#platform/db/database-error.ts';
import { buildRestored } from '../operator/restore-site.ts';
import type { BackupContents } from './first-restore.ts';

type Task = { config: Config; file: string; folder: string; passphrase: string | undefined; now: string };

serveChild(check, sentenceOf);

/** `wanted` asks for another pass phrase. */
async function check({ file, folder, passphrase, now }: Task): Promise<BackupContents | { wanted: string }> {
  try {
    return contentsOf(await buildRestored({ file, folder, passphrase }, new Date(now)));
  } catch (error) {
    if (!(error instanceof PassphraseWanted)) throw error;
    const wrong = 'This is not its pass phrase, or the backup is damaged. Nothing was changed.';
    return { wanted: passphrase ? wrong : 'This backup is encrypted: type the pass phrase that it was made with.' };
  }
}

function contentsOf({ madeAt, siteVersion, engine, tables, pictures }: Manifest): BackupContents {
  const rowsOf = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0;
  return {
    ...{ madeAt, siteVersion, engine },
    articles: rowsOf('articles'),
    events: rowsOf('events'),
    members: rowsOf('members'),
    subscribers: rowsOf('subscribers'),
    pictures: pictures && { count: rowsOf('uploads'), bytes: pictures.bytes },
  };
}

function sentenceOf(error: unknown): string | null {
  if (outageOf(error) === 'disk_full')
    return 'There is no room for what it holds: the disk is full. Nothing was changed.';
  return error instanceof BackupRefused ? error.message : null;
}
