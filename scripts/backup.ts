/** `npm run backup`: makes a backup of the site now, also while it runs. */
import { join, resolve } from 'node:path';
import { runAsOwnerOf } from '#app/operator/run-as-owner.ts';
import { BackupRefused } from '#features/backup/backup.ts';
import { contentsOf, contentsText, sizeText } from '#features/backup/backup-text.ts';
import { makeBackup } from '#features/backup/making.server.ts';
import { ConfigError, readConfig } from '#platform/config/config.ts';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { outageOf } from '#platform/db/database-error.ts';
import { DatabaseError } from '#platform/db/db.ts';
import { Unavailable } from '#platform/errors.ts';
import { restartWithMemorySettings } from '#platform/fast/process-memory.ts';

const explained = [BackupRefused, ConfigError, DatabaseError, Unavailable];

restartWithMemorySettings();
process.exitCode = await main();

async function main(): Promise<number> {
  try {
    loadEnvFile(join(resolve(import.meta.dirname, '..'), '.env'));
    const config = readConfig(process.env);
    const { file, bytes, manifest } = await runAsOwnerOf(config.dataDir, () =>
      makeBackup(config, { reason: 'asked', now: new Date() }),
    );
    console.log(`Backed up into ${file}`);
    console.log(
      `${contentsText(contentsOf(manifest))}, ${sizeText(bytes)}. It holds your subscribers’ addresses: keep it safe.`,
    );
    return 0;
  } catch (error) {
    if (outageOf(error) === 'disk_full') console.error('There is no room for a backup: the disk is full.');
    else console.error(explained.some((kind) => error instanceof kind) ? (error as Error).message : error);
    return 1;
  }
}
