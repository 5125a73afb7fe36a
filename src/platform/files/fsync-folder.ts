import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes the names in a folder outlast a power cut. */
export async function fsyncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function fsyncFolderTree(folder: string): Promise<void> {
  await fsyncFolder(folder);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await fsyncFolder(join(entry.parentPath, entry.name));
}
