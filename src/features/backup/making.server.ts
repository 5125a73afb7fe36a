/** Makes a backup of the site that the settings name. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { withFileLock } from '#platform/db/snapshot/file-lock.ts';
import { openSnapshot } from '#platform/db/snapshot/snapshot.ts';
import { openStore } from '#platform/storage/open-store.ts';
import type { Store } from '#platform/storage/store.ts';
import { type BackupReason, BackupRefused, backupName, NoSiteYet } from './backup.ts';
import { refuseWithoutRoom } from './keeping/disk-space.server.ts';
import { isBackedUpPicture, type Written, writeBackup } from './writing.server.ts';

export type BackupConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 's3' | 'backup' | 'diskReserveBytes'>;
export type Made = Written & { file: string; name: string };

type Making = { reason: BackupReason; now: Date };

/**
 * One at a time in each folder; the site may stay in use.
 * @throws NoSiteYet, BackupRefused where there is no room or no right to write, DatabaseError, Unavailable
 */
export async function makeBackup(config: BackupConfig, made: Making): Promise<Made> {
  const { dir } = config.backup;
  try {
    return await makeInFolder(config, made);
  } catch (error) {
    if (error instanceof BackupRefused || (await canWriteInto(dir))) throw error;
    throw new BackupRefused(
      `The site cannot save backups in ${dir}. docs/how-to/back-up-and-restore.md says how it is set up.`,
    );
  }
}

async function makeInFolder(config: BackupConfig, made: Making): Promise<Made> {
  const { dir } = config.backup;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  return withFileLock(join(dir, 'backup.lock'), async () => {
    await removeLeftovers(dir);
    const snapshot = await openSnapshot(config);
    if (!snapshot)
      throw new NoSiteYet(
        `There is no site ${config.databaseUrl ? 'in the database of DATABASE_URL' : `in ${config.dataDir}`} yet.`,
      );
    const { passphrase } = config.backup;
    const { name, file } = freeName(dir, made, passphrase !== undefined);
    // A migration changes no picture, and a bucket may hold more than the disk.
    const store = made.reason === 'before-migration' ? null : openStore(config);
    const rowsIn = passphrase ? join(temporaryPlaintextFolder(config), 'backup-rows') : `${file}.rows`;
    await rm(rowsIn, { recursive: true, force: true });
    await refuseFullDisk(config, snapshot.bytes, store).catch(async (error: unknown) => {
      await snapshot.close();
      throw error;
    });
    const written = await writeBackup({ snapshot, store, file, rowsIn, now: made.now, passphrase });
    return { file, name, ...written };
  });
}

/** Names have seconds: a second one within the same second takes the next. */
function freeName(dir: string, { reason, now }: Making, isEncrypted: boolean): { name: string; file: string } {
  const name = backupName(now, reason, isEncrypted);
  const file = join(dir, name);
  if (!existsSync(file)) return { name, file };
  return freeName(dir, { reason, now: new Date(now.getTime() + 1000) }, isEncrypted);
}

/** By trying: the rights of the folder do not tell what systemd allows. */
async function canWriteInto(dir: string): Promise<boolean> {
  const probe = join(dir, `one-health-${process.pid}.part`);
  try {
    await mkdir(probe);
    await rm(probe, { recursive: true, force: true });
    return true;
  } catch (error) {
    return !['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/** Needed because the rows are first written to temporary files. @throws BackupRefused */
async function refuseFullDisk(config: BackupConfig, rowBytes: number, store: Store | null): Promise<void> {
  await refuseWithoutRoom(config, 'a backup', [
    { folder: temporaryPlaintextFolder(config), bytes: rowBytes },
    { folder: config.backup.dir, bytes: rowBytes + (store ? await pictureBytes(store) : 0) },
  ]);
}

async function pictureBytes(store: Store): Promise<number> {
  let bytes = 0;
  for await (const { path, size } of store.list()) if (isBackedUpPicture(path)) bytes += size;
  return bytes;
}

/** A folder for temporary unencrypted data: the target of encrypted backups may not be trusted. */
export function temporaryPlaintextFolder({
  dataDir,
  backup: { dir, passphrase },
}: Pick<BackupConfig, 'dataDir' | 'backup'>): string {
  return passphrase === undefined ? dir : dataDir;
}

/** Removes what an interrupted backup left behind. */
async function removeLeftovers(dir: string): Promise<void> {
  for (const name of await readdir(dir))
    if (/^one-health-.*\.(part|rows)$/.test(name)) await rm(join(resolve(dir), name), { recursive: true, force: true });
}
