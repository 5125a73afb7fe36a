/**
 * Replaces the site in a data folder: writes a note, then renames. Anyone who opens the database finishes what the note says, so a
 * stop at any moment leaves one site or the other.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fsyncFolder } from '#platform/files/fsync-folder.ts';
import { DatabaseError, reasonOf } from '../database-error.ts';
import { databaseFilePath, refuseWhileOpen } from '../database-file.ts';
import { withFileLock } from './file-lock.ts';

/** The folders are names within the data folder. */
export type Swap = { from: string; keptIn: string };

const note = 'restore.json';
const database = basename(databaseFilePath(''));
const pictures = 'One Health Images';
/** Files to move, each with the file that must still be in the new folder: the WAL belongs to its database. */
const moved = [
  [`${database}-wal`, database],
  [`${database}-shm`, database],
  [database, database],
  [pictures, pictures],
] as const;

/**
 * From here on the folder becomes the new site, whatever happens. No other process may have the database open.
 * @throws DatabaseError when one has
 */
export async function swapInNewSite(dataDir: string, swap: Swap): Promise<void> {
  await withExclusiveUse(dataDir, async () => {
    const draft = join(dataDir, `${note}.part`);
    const handle = await open(draft, 'w', 0o600);
    await handle.writeFile(JSON.stringify(swap));
    await handle.sync();
    await handle.close();
    await rename(draft, join(dataDir, note));
    await fsyncFolder(dataDir);
    try {
      // Anyone who opens the database from now on sees the note first.
      refuseWhileOpen(dataDir);
    } catch (error) {
      rmSync(join(dataDir, note));
      throw error;
    }
    const done: Move[] = [];
    try {
      await finish(dataDir, done);
    } catch (error) {
      // Something cannot be renamed, such as a mounted folder.
      for (const [from, to] of done.toReversed()) renameSync(to, from);
      rmSync(join(dataDir, swap.keptIn), { recursive: true, force: true });
      rmSync(join(dataDir, note));
      throw new DatabaseError(`The restored site cannot be put in place: ${reasonOf(error)}. Nothing was changed.`, {
        cause: error,
      });
    }
  });
}

/** Finishes a swap that was cut off; nothing to do else. */
export async function finishInterruptedSwap(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, note))) return;
  await withExclusiveUse(dataDir, () => finish(dataDir));
}

type Move = [from: string, to: string];

/** `done` receives each move, so that the caller can take it back. */
async function finish(dataDir: string, done: Move[] = []): Promise<void> {
  const file = join(dataDir, note);
  // Another process has finished it in the meantime.
  if (!existsSync(file)) return;
  const { from, keptIn } = JSON.parse(readFileSync(file, 'utf8')) as Swap;
  mkdirSync(join(dataDir, keptIn), { recursive: true, mode: 0o700 });
  const move = (source: string, target: string) => {
    renameSync(source, target);
    done.push([source, target]);
  };
  for (const [name, waiting] of moved) {
    if (!existsSync(join(dataDir, from, waiting))) continue;
    if (existsSync(join(dataDir, name))) move(join(dataDir, name), join(dataDir, keptIn, name));
    if (name === waiting) move(join(dataDir, from, name), join(dataDir, name));
  }
  for (const folder of [dataDir, join(dataDir, keptIn)]) await fsyncFolder(folder);
  rmSync(file);
  rmSync(join(dataDir, from), { recursive: true, force: true });
}

function withExclusiveUse(dataDir: string, work: () => Promise<void>): Promise<void> {
  return withFileLock(join(dataDir, 'restore.lock'), work);
}
