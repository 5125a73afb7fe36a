/** The store as a folder: a file appears under its name only when every byte is on the disk. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheControlOf, contentTypeOf, isStorePath, type Store } from './store.ts';

export function diskStore(dataDir: string): Store {
  const root = join(dataDir, 'One Health Images');
  const locate = (path: string) => {
    if (!isStorePath(path)) throw new Error('This path cannot be stored');
    return join(root, path);
  };

  return {
    async put(path, bytes) {
      const target = locate(path);
      const folder = dirname(target);
      await mkdir(folder, { recursive: true });
      const draft = join(folder, `.${randomUUID()}`);
      try {
        await writeDurably(draft, bytes);
        await publish(draft, target);
        await syncFolder(folder);
      } finally {
        await rm(draft, { force: true });
      }
    },

    async get(path) {
      if (!isStorePath(path)) return null;
      try {
        const bytes = await readFile(join(root, path));
        return { bytes, contentType: contentTypeOf(path), cacheControl: cacheControlOf(path) };
      } catch (error) {
        if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(codeOf(error))) return null;
        throw error;
      }
    },

    async remove(path) {
      await rm(locate(path), { force: true });
    },

    publicUrl: (path) => `/uploads/${path}`,
  };
}

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A link fails where the name is taken, which a rename does not. */
async function publish(draft: string, target: string): Promise<void> {
  try {
    await link(draft, target);
  } catch (error) {
    // Some mounted folders know no hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error))) throw error;
    await copyFile(draft, target, constants.COPYFILE_EXCL);
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
