/** A file that appears under its name only when every byte is on the disk, and never in the place of another. */
import { constants } from 'node:fs';
import { copyFile, link, open, rm } from 'node:fs/promises';

export async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A link fails where the name is taken, which a rename does not. */
export async function linkIntoPlace(draft: string, target: string): Promise<void> {
  try {
    await link(draft, target);
  } catch (error) {
    // Some mounted folders know no hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(systemErrorCode(error))) throw error;
    await copyNew(draft, target);
  }
}

/** On a disk that is full a part of it would stay. */
async function copyNew(draft: string, target: string): Promise<void> {
  try {
    await copyFile(draft, target, constants.COPYFILE_EXCL);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') await rm(target, { force: true });
    throw error;
  }
}

export function systemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
