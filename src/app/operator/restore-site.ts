/** Replaces the configured site with a backup, all or nothing. Keeps the previous site. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanRestoredArticles } from '#features/articles/content/clean-restored-articles.server.ts';
import { previewSecret } from '#features/articles/preview/previews.server.ts';
import { markSchedulesRestored } from '#features/articles/schedule/schedules.server.ts';
import { BackupRefused, NoSiteYet } from '#features/backup/backup.ts';
import { buildSiteFromBackup, estimateBuildBytes } from '#features/backup/build-site-from-backup.server.ts';
import { refuseWithoutRoom } from '#features/backup/keeping/disk-space.server.ts';
import { type BackupConfig, makeBackup } from '#features/backup/making.server.ts';
import type { Manifest } from '#features/backup/manifest.schema.ts';
import { cleanRestoredPages } from '#features/pages/pages.server.ts';
import { cleanRestoredSettings } from '#features/settings/clean-restored-settings.server.ts';
import { findLostPictures, lostPicturesSentence } from '#features/uploads/removing-pictures.server.ts';
import { audit } from '#platform/audit.ts';
import { outageOf } from '#platform/db/database-error.ts';
import { refuseWhileOpen } from '#platform/db/database-file.ts';
import type { Db } from '#platform/db/db.ts';
import { refuseWhileConnected, replacePostgresSite } from '#platform/db/snapshot/replace-postgres-site.ts';
import { finishInterruptedSwap, swapInNewSite } from '#platform/db/snapshot/swap-in.ts';
import { severalAtOnce } from '#platform/fast/several-at-once.ts';
import { renewSecret } from '#platform/secrets.ts';
import { diskStore, picturesFolder } from '#platform/storage/disk-store.ts';
import { openStore } from '#platform/storage/open-store.ts';
import { isSafeStorePath, NameTaken, type Store } from '#platform/storage/store.ts';
import { longDate } from '#shared/dates.ts';

/**
 * `kept`: the folder of the replaced site; null when there was none. `lost`: the sentence on pictures that the backup does not
 * have, or null.
 */
export type Restored = { manifest: Manifest; kept: string | null; lost: string | null };

/**
 * The site and its workers must be stopped.
 * @throws BackupRefused, DatabaseError, Unavailable or NameTaken with a sentence; then nothing has changed
 */
export async function restoreSite(config: BackupConfig, file: string, now: Date): Promise<Restored> {
  const { dataDir } = config;
  if (config.databaseUrl) await refuseWhileConnected(config.databaseUrl);
  else refuseWhileOpen(dataDir);
  // Finishes an interrupted restore, whose files the next line would remove.
  await finishInterruptedSwap(dataDir);
  await removeLeftovers(dataDir);
  const from = `restore-${secondOf(now)}`;
  const folder = join(dataDir, from);
  const building = { file, folder, passphrase: config.backup.passphrase };
  await refuseFull(config, await estimateBuildBytes(building));
  try {
    let lost: string | null = null;
    const manifest = await buildSiteFromBackup({ ...building, isKept: true }, async (db, { madeAt, pictures }) => {
      await afterRestore(db, { madeAt, now });
      if (pictures) lost = lostPicturesSentence(await findLostPictures(db, diskStore(folder)), 'the backup');
    });
    return {
      manifest,
      lost,
      kept: await swapInRestoredSite(config, { from, hasPictures: manifest.pictures !== null }, now),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Replaces the site with what was built in `from`, inside the data folder. Returns the folder of the previous site. */
async function swapInRestoredSite(
  config: BackupConfig,
  { from, hasPictures }: { from: string; hasPictures: boolean },
  now: Date,
): Promise<string | null> {
  const { dataDir, databaseUrl, s3 } = config;
  const folder = join(dataDir, from);
  const kept = databaseUrl ? await keepRows(config, now) : null;
  if (hasPictures && (databaseUrl || s3)) await movePictures(folder, openStore(config));
  if (databaseUrl) {
    await replacePostgresSite(databaseUrl, folder);
    return kept;
  }
  const keptIn = `before-restore-${secondOf(now)}`;
  await swapInNewSite(dataDir, { from, keptIn });
  const previous = join(dataDir, keptIn);
  // Pictures may have lain there without a database.
  return (await readdir(previous)).length > 0 ? previous : null;
}

function secondOf(now: Date): string {
  return now.toISOString().slice(0, 19).replaceAll(':', '-');
}

/** Runs before the rows change: extra pictures do no harm. */
async function movePictures(folder: string, store: Store): Promise<void> {
  await copyPictures(diskStore(folder), store);
  await rm(picturesFolder(folder), { recursive: true });
}

/** Backs up the present site. Returns the file; null when there is no site. @throws BackupRefused where there is no room */
async function keepRows(config: BackupConfig, now: Date): Promise<string | null> {
  try {
    return (await makeBackup(config, { reason: 'before-restore', now })).file;
  } catch (error) {
    if (error instanceof NoSiteYet) return null;
    throw error instanceof BackupRefused ? withNothingChanged(error) : error;
  }
}

async function refuseFull(config: BackupConfig, bytes: number): Promise<void> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (outageOf(error) !== null) throw error;
    throw withNothingChanged(
      new BackupRefused(
        `The data folder ${config.dataDir} cannot be made (${error.code}): on a server the first start makes it.`,
      ),
    );
  });
  await refuseWithoutRoom(config, 'the restore', [{ folder: config.dataDir, bytes }]).catch((error: unknown) => {
    throw error instanceof BackupRefused ? withNothingChanged(error) : error;
  });
}

function withNothingChanged({ message }: BackupRefused): BackupRefused {
  return new BackupRefused(`${message} Nothing was changed.`);
}

/** Ends sessions and preview links, pauses newsletters and schedules, and cleans bodies, links and settings as a save would: the backup may hold outdated or unsafe rows. */
async function afterRestore(db: Db, { madeAt, now }: { madeAt: string; now: Date }): Promise<void> {
  const updatedAt = now.toISOString();
  const day = `${longDate(madeAt, 'UTC')}, ${madeAt.slice(11, 16)} UTC`;
  const pauseReason =
    `Paused, because the site was restored from the backup of ${day}. ` +
    'Subscribers who got it after that would get it a second time. Resume it, or cancel it.';
  await db
    .updateTable('issues')
    .set({ state: 'paused', pauseReason, sendAfter: null, updatedAt })
    .where('state', '=', 'sending')
    .execute();
  await cleanRestoredArticles(db);
  await cleanRestoredPages(db);
  await cleanRestoredSettings(db);
  await markSchedulesRestored(db);
  await renewSecret(db, previewSecret, now);
  await audit(db, { at: now, administratorId: null, action: 'backup.restore', entityId: null, detail: { madeAt } });
}

/** Removes what an interrupted restore left behind. */
async function removeLeftovers(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  for (const name of names)
    if (/^restore-[\dT-]+(\.parts)?$/.test(name)) await rm(join(dataDir, name), { recursive: true, force: true });
}

/**
 * Copies and checks every file. Skips files of an interrupted copy that have the same bytes.
 * @throws NameTaken when the bytes differ, Unavailable when a store does not answer
 */
async function copyPictures(from: Store, to: Store): Promise<void> {
  const paths: string[] = [];
  for await (const { path } of from.list()) if (isSafeStorePath(path)) paths.push(path);
  await severalAtOnce(4, paths, (path) => copyFile(from, to, path));
  const missing = new Set(paths);
  for await (const { path } of to.list()) missing.delete(path);
  for (const path of missing) throw new Error(`The file ${path} was taken by the storage and is not there`);
}

async function copyFile(from: Store, to: Store, path: string): Promise<void> {
  const bytes = await bytesOf(from, path);
  try {
    await to.put(path, bytes);
  } catch (error) {
    if (!(error instanceof NameTaken) || !bytes.equals(await bytesOf(to, path))) throw error;
  }
}

async function bytesOf(store: Store, path: string): Promise<Buffer> {
  const file = await store.get(path);
  if (!file) throw new Error(`The file ${path} is gone`);
  return Buffer.from(await new Response(file.body).arrayBuffer());
}
