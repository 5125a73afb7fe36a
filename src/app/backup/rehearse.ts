/** Restores the latest backup into a folder of its own, opens it as the site is opened, compares it, and throws it away. */

import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupRefused } from '#features/backup/backup.ts';
import { contentsOf } from '#features/backup/backup-text.ts';
import { buildSiteFromBackup } from '#features/backup/build-site-from-backup.server.ts';
import { findNewestBackup } from '#features/backup/keeping/backup-files.server.ts';
import { type Need, refuseWithoutRoom } from '#features/backup/keeping/disk-space.server.ts';
import { temporaryPlaintextFolder } from '#features/backup/making.server.ts';
import type { Manifest } from '#features/backup/manifest.schema.ts';
import { findLostPictures, lostPicturesSentence } from '#features/uploads/removing-pictures.server.ts';
import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { AppContext } from '#platform/context.ts';
import { countRows } from '#platform/db/count-rows.ts';
import { type Db, openMigratedDatabase } from '#platform/db/db.ts';
import { openSnapshot } from '#platform/db/snapshot/snapshot.ts';
import { createLog } from '#platform/log.ts';
import { openStore } from '#platform/storage/open-store.ts';
import { createStorageOutages } from '#platform/storage-outages.ts';
import { checkRestoredItems } from './check-restored-items.ts';

export type Rehearsed = { fileName: string; articles: number; pictures: number };

/** @throws BackupRefused with the sentence that says what is wrong with the backup */
export async function rehearseLatestBackup(config: Config, now = new Date()): Promise<Rehearsed> {
  const { dir } = config.backup;
  // A second copy in a bucket is not what is rehearsed.
  const { newest } = await findNewestBackup({ backup: { dir, s3: undefined } }, now);
  if (!newest) throw new BackupRefused('There is no backup yet.');
  const { name } = newest;
  const folder = join(temporaryPlaintextFolder(config), 'rehearsal');
  await removeFolder(folder);
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await refuseWithoutRoom(config, 'a rehearsal', [await roomFor(config, join(dir, name))]);
    const manifest = await buildSiteFromBackup({
      file: join(dir, name),
      folder,
      passphrase: config.backup.passphrase,
      isKept: false,
    });
    await using copy = await openContext({ ...config, dataDir: folder, databaseUrl: undefined, s3: undefined });
    await using site = await openContext(config);
    await compareCounts(copy.context.db, manifest);
    const pictures = await countPictures(copy.context);
    await checkRestoredItems(copy.context, site.context);
    return { fileName: name, articles: contentsOf(manifest).articles, pictures };
  } finally {
    await removeFolder(folder);
  }
}

/** The size of the unpacked backup plus its rows in a database. */
async function roomFor(config: Config, file: string): Promise<Need> {
  const snapshot = await openSnapshot(config);
  await snapshot?.close();
  return { folder: temporaryPlaintextFolder(config), bytes: (await stat(file)).size + 2 * (snapshot?.bytes ?? 0) };
}

async function removeFolder(folder: string): Promise<void> {
  for (const path of [folder, `${folder}.parts`]) await rm(path, { recursive: true, force: true });
}

async function openContext(config: Config) {
  const database = await openMigratedDatabase(config);
  const log = createLog('silent');
  const outages = createStorageOutages(config, log);
  const context: AppContext = { db: database.db, config, clock: systemClock, log, store: openStore(config), outages };
  return { context, [Symbol.asyncDispose]: () => database.close() };
}

async function compareCounts(db: Db, { tables }: Manifest): Promise<void> {
  for (const table of ['events', 'members', 'subscribers', 'uploads', 'articles'] as const) {
    const rows = await countRows(db.selectFrom(table));
    const expected = tables.find(({ name }) => name === table)?.rows ?? 0;
    if (rows !== expected)
      throw new BackupRefused(`The backup has ${expected} rows of ${table}, and ${rows} after it was restored.`);
  }
}

/** All files of each picture are there; returns the number of pictures. */
async function countPictures({ db, store }: Pick<AppContext, 'db' | 'store'>): Promise<number> {
  const found = await findLostPictures(db, store);
  const sentence = lostPicturesSentence(found, 'the backup');
  if (sentence !== null) throw new BackupRefused(`${sentence}.`);
  return found.all;
}
