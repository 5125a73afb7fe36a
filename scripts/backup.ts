/** `npm run backup`: makes a backup of the site now, also while it runs. */
import { join, resolve } from 'node:path';
import { runAsOwnerOf } from '#app/operator/run-as-owner.ts';
import { BackupRefused } from '#features/backup/backup.ts';
import { contentsOf, contentsText, sizeText } from '#features/backup/backup-text.ts';
import { makeBackup } from '#features/backup/making.server.ts';
import { findLostPictures, lostPicturesSentence } from '#features/uploads/removing-pictures.server.ts';
import { type Config, ConfigError, readConfig } from '#platform/config/config.ts';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { outageOf } from '#platform/db/database-error.ts';
import { DatabaseError } from '#platform/db/db.ts';
import { openForInspection } from '#platform/db/inspection/open-for-inspection.ts';
import { Unavailable } from '#platform/errors.ts';
import { restartWithMemorySettings } from '#platform/fast/process-memory.ts';
import { openStore } from '#platform/storage/open-store.ts';

const explained = [BackupRefused, ConfigError, DatabaseError, Unavailable];

restartWithMemorySettings();
process.exitCode = await main();

async function main(): Promise<number> {
  try {
    loadEnvFile(join(resolve(import.meta.dirname, '..'), '.env'));
    const config = readConfig(process.env);
    const { file, bytes, manifest, lost } = await runAsOwnerOf(config.dataDir, async () => {
      const made = await makeBackup(config, { reason: 'asked', now: new Date() });
      // The backup is made, whatever is found here.
      return { ...made, lost: await lostPicturesOf(config).catch(() => null) };
    });
    console.log(`Backed up into ${file}`);
    console.log(
      `${contentsText(contentsOf(manifest))}, ${sizeText(bytes)}. It holds your subscribers’ addresses: keep it safe.`,
    );
    if (lost) console.log(`${lost}. An older backup may have them.`);
    return 0;
  } catch (error) {
    if (outageOf(error) === 'disk_full') console.error('There is no room for a backup: the disk is full.');
    else console.error(explained.some((kind) => error instanceof kind) ? (error as Error).message : error);
    return 1;
  }
}

/** The sentence on pictures that the site does not have; null where it has all. */
async function lostPicturesOf(config: Config): Promise<string | null> {
  const site = await openForInspection(config);
  try {
    return lostPicturesSentence(await findLostPictures(site.db, openStore(config)), 'the site, and in this backup');
  } finally {
    await site.close();
  }
}
