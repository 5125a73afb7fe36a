/** Opens the door at the start of an empty site, and puts in place what has come through it, between two starts. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackupRefused } from '#features/backup/backup.ts';
import type { AppContext } from '#platform/context.ts';
import { outageOf } from '#platform/db/database-error.ts';
import { DatabaseError } from '#platform/db/db.ts';
import { Unavailable } from '#platform/errors.ts';
import { NameTaken } from '#platform/storage/store.ts';
import { putInPlace } from '../operator/restore-site.ts';
import { isSiteEmpty } from './empty-site.ts';
import { createRestoreDoor, type Handoff, type Restore, type RestoreDoor } from './restore-door.ts';
import { builtFolder, uploadFolder } from './restore-work.ts';

const explained = [BackupRefused, DatabaseError, NameTaken, Unavailable];
const connectionsEndWithinMs = 5000;

/** Null for a site that has something of its own. Removes what was left of an upload. */
export async function openRestoreDoor(context: AppContext, restore: Restore): Promise<RestoreDoor | null> {
  const { db, config, outages } = context;
  const handoff = await takeHandoff(config.dataDir);
  if (config.isDevelopment) return null;
  const isEmpty = await isSiteEmpty(db).catch((error: unknown) => void outages.report(error));
  return isEmpty || handoff ? createRestoreDoor(context, restore, handoff) : null;
}

/** The site is stopped. Hands on to its next start what came of it. */
export async function putUploadInPlace(
  { config, log }: Pick<AppContext, 'config' | 'log'>,
  { hasPictures, link }: Parameters<Restore>[0],
): Promise<void> {
  const folder = join(config.dataDir, uploadFolder);
  let refused: string | null = null;
  try {
    // PostgreSQL counts the connections of a process for a moment after it has closed them.
    const until = performance.now() + (config.databaseUrl ? connectionsEndWithinMs : 0);
    while (!(await isDone(() => putInPlace(config, { from: builtFolder, hasPictures }, new Date()), until)))
      await sleep(200);
  } catch (error) {
    log.error('the uploaded backup could not be put in place', { error });
    refused = sentenceOf(error);
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  await writeFile(handoffFile(config.dataDir), JSON.stringify({ ...link, refused } satisfies Handoff), { mode: 0o600 });
}

/** False while others may be about to leave. */
async function isDone(work: () => Promise<unknown>, until: number): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.cause === undefined && performance.now() < until) return false;
    throw error;
  }
}

function sentenceOf(error: unknown): string {
  if (outageOf(error) === 'disk_full') return 'There is no room for it: the disk is full. Nothing was changed.';
  if (explained.some((kind) => error instanceof kind)) return (error as Error).message;
  return 'The backup could not be put in place, for a reason that the log says. Nothing was changed.';
}

async function takeHandoff(dataDir: string): Promise<Handoff | null> {
  const text = await readFile(handoffFile(dataDir), 'utf8').catch(() => 'null');
  // A disk that takes nothing keeps it until the next start.
  await rm(join(dataDir, uploadFolder), { recursive: true, force: true }).catch(() => {});
  return JSON.parse(text) as Handoff | null;
}

function handoffFile(dataDir: string): string {
  return join(dataDir, uploadFolder, 'handoff.json');
}
