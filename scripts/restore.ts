/** `npm run restore FILE`: replaces the site with a backup while it is stopped. */
import { basename, join, resolve } from 'node:path';
import { restoreSite } from '#app/operator/restore-site.ts';
import { runAsOwnerOf } from '#app/operator/run-as-owner.ts';
import { BackupRefused, parseBackupName } from '#features/backup/backup.ts';
import { contentsOf, contentsText } from '#features/backup/backup-text.ts';
import { ConfigError, readConfig } from '#platform/config/config.ts';
import { loadEnvFile } from '#platform/config/env-file.ts';
import { outageOf } from '#platform/db/database-error.ts';
import { DatabaseError } from '#platform/db/db.ts';
import { Unavailable } from '#platform/errors.ts';
import { restartWithMemorySettings } from '#platform/fast/process-memory.ts';
import { NameTaken } from '#platform/storage/store.ts';

const explained = [BackupRefused, ConfigError, DatabaseError, NameTaken, Unavailable];

restartWithMemorySettings();
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const [file, ...others] = args.filter((arg) => arg !== '--undo-restore');
  if (!file || others.length > 0) {
    console.error('Name one backup: npm run restore -- FILE');
    return 2;
  }
  if (parseBackupName(basename(file))?.reason === 'before-restore' && !args.includes('--undo-restore')) {
    console.error(
      'This is the site as it was before an earlier restore. Nothing was changed.\n' +
        `To go back to it: npm run restore -- ${file} --undo-restore`,
    );
    return 2;
  }
  try {
    loadEnvFile(join(resolve(import.meta.dirname, '..'), '.env'));
    const config = readConfig(process.env);
    const { manifest, kept, lost } = await runAsOwnerOf(config.dataDir, () =>
      restoreSite(config, resolve(process.env.INIT_CWD ?? '', file), new Date()),
    );
    console.log(
      `Restored: ${contentsText(contentsOf(manifest))}, as they were on ${manifest.madeAt.slice(0, 16).replace('T', ' at ')} UTC.`,
    );
    if (lost) console.log(`${lost}. Visitors see the default picture there.`);
    if (kept) console.log(`The previous site is kept in ${kept}.`);
    console.log('Start the site now. Everyone has to sign in again.');
    return 0;
  } catch (error) {
    if (outageOf(error) === 'disk_full')
      console.error('There is no room to restore: the disk is full. Nothing was changed.');
    else console.error(explained.some((kind) => error instanceof kind) ? (error as Error).message : error);
    return 1;
  }
}
