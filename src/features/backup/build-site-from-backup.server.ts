/** Builds a site from a backup, in a folder beside the present one. */
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { outageOf } from '#platform/db/database-error.ts';
import { DatabaseError, type Db, openMigratedDatabase } from '#platform/db/db.ts';
import { buildSqlite } from '#platform/db/snapshot/build-sqlite.ts';
import { fsyncFolderTree } from '#platform/files/fsync-folder.ts';
import { readTar, TarDamaged } from '#platform/files/tar.ts';
import { picturesFolder } from '#platform/storage/disk-store.ts';
import { BackupRefused } from './backup.ts';
import { ageFirstLine, decryptWith } from './encryption.server.ts';
import { type Manifest, rowsPath } from './manifest.schema.ts';
import { unpackBackup } from './unpacking.server.ts';

type From = { file: string; passphrase: string | undefined };

export type Building = From & {
  folder: string;
  /** False for a temporary site: only a kept one must survive a power cut. */
  isKept: boolean;
};

/**
 * Writes a whole site into a new folder: its database, migrated to this version, and its pictures.
 * `change` runs on the database before anything else.
 * @throws BackupRefused, after removing the folder
 */
export async function buildSiteFromBackup(
  { file, folder, passphrase, isKept }: Building,
  change: (db: Db, manifest: Manifest) => Promise<void> = async () => {},
): Promise<Manifest> {
  const parts = `${folder}.parts`;
  try {
    const picturesIn = picturesFolder(folder);
    await mkdir(parts, { recursive: true, mode: 0o700 });
    await mkdir(picturesIn, { recursive: true, mode: 0o700 });
    const archive = await openArchive({ file, passphrase });
    const { manifest, rowsOf } = await unpackBackup(archive, { folder: parts, picturesIn, isKept });
    await buildSqlite(folder, { ...manifest, rowsOf }).catch(refuse);
    if (!manifest.pictures) await rm(picturesIn, { recursive: true });
    const database = await openMigratedDatabase({ dataDir: folder });
    try {
      await change(database.db, manifest);
    } finally {
      await database.close();
    }
    if (isKept) await fsyncFolderTree(folder);
    return manifest;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(parts, { recursive: true, force: true });
  }
}

/**
 * Estimates how many bytes `buildSiteFromBackup` writes: everything in the file, plus its rows in a database and its log. For a damaged file,
 * which `buildSiteFromBackup` refuses, it may be too low.
 * @throws BackupRefused when the file cannot be read
 */
export async function estimateBuildBytes(from: From): Promise<number> {
  let rows = 0;
  const archive = await openArchive(from);
  try {
    // Rows come first.
    for await (const { path, size, body } of readTar(archive)) {
      if (!path.startsWith(rowsFolder)) break;
      rows += size;
      for await (const _ of body);
    }
  } catch (error) {
    if (!(error instanceof TarDamaged)) throw error;
  }
  return (await stat(from.file)).size + 3 * rows;
}

const rowsFolder = dirname(rowsPath('any'));

function refuse(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  // A full disk says nothing about the backup.
  if (outageOf(error) === 'disk_full' || (!(error instanceof DatabaseError) && !isOfSqlite(error))) throw error;
  throw new BackupRefused(`This backup cannot be used: ${reason} Nothing was changed.`, { cause: error });
}

function isOfSqlite(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
}

/** The bytes of the archive, decrypted where it is encrypted. */
async function openArchive({ file, passphrase }: From): Promise<AsyncIterable<Uint8Array>> {
  const handle = await open(file).catch((error: unknown) => {
    const isForbidden = error instanceof Error && 'code' in error && error.code === 'EACCES';
    const whose = isForbidden ? ' by the user that the site runs as: copy it to where that user may read it' : '';
    throw new BackupRefused(`The file ${file} cannot be read${whose}.`, { cause: error });
  });
  if (!(await handle.stat()).isFile()) {
    await handle.close();
    throw new BackupRefused(`${file} is a folder: name the backup in it.`);
  }
  const { buffer } = await handle.read(Buffer.alloc(ageFirstLine.length), 0, ageFirstLine.length, 0);
  const bytes = handle.createReadStream({ start: 0, highWaterMark: 256 * 1024 });
  return buffer.equals(ageFirstLine) ? decryptWith(passphrase, bytes) : bytes;
}
