/** What can go wrong with the folders that an operator names. Nothing is written. A folder that is not there yet counts as the nearest one above it. */
import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** tmpfs, ramfs and overlayfs, as statfs(2) numbers them: memory disks, and a container’s own layer. */
const lostWithContainer = new Set([0x01021994, 0x858458f6, 0x794c7630]);

export function isLostWithContainer(folder: string): boolean {
  return ofNearest(folder, (there) => lostWithContainer.has(statfsSync(there).type) && !isChosenMemory(there));
}

export function isWritableFolder(folder: string): boolean {
  return ofNearest(folder, (there) => {
    accessSync(there, constants.W_OK | constants.X_OK);
    return true;
  });
}

export const lostFolderSentence = (folder: string) =>
  `What the site saves in ${folder} is lost with the container, which keeps that folder in itself.`;
export const lostFolderTodo =
  'Mount a volume there: with compose.yaml the line "volumes", with docker run -v one-health:/data';

/** Anyone who names /dev/shm wants memory. */
function isChosenMemory(there: string): boolean {
  return statSync(there).dev === statSync('/dev/shm', { throwIfNoEntry: false })?.dev;
}

function ofNearest(folder: string, look: (there: string) => boolean): boolean {
  try {
    return look(folder);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing && dirname(folder) !== folder && ofNearest(dirname(folder), look);
  }
}
