/** The store as a folder: a file appears under its name only when every byte is on the disk. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fsyncFolder } from '#platform/files/fsync-folder.ts';
import { isSafeStorePath, type ListedFile, NameTaken, type Store } from './store.ts';

/** Bytes that are read into memory as a whole. */
const mostAtOnce = 256 * 1024;

/** Where a data folder keeps its pictures. */
export function picturesFolder(dataDir: string): string {
  return join(dataDir, 'One Health Images');
}

export function diskStore(dataDir: string): Store {
  const root = picturesFolder(dataDir);
  const locate = (path: string) => {
    if (!isSafeStorePath(path)) throw new Error('This path cannot be stored');
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
        await linkIntoPlace(draft, target);
        await fsyncFolder(folder);
      } catch (error) {
        throw systemErrorCode(error) === 'EEXIST' ? new NameTaken(path, { cause: error }) : error;
      } finally {
        await rm(draft, { force: true });
      }
    },

    async get(path) {
      if (!isSafeStorePath(path)) return null;
      try {
        return await readOrStream(join(root, path));
      } catch (error) {
        if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(systemErrorCode(error))) return null;
        throw error;
      }
    },

    async remove(path) {
      await rm(isDraft(path) ? join(root, path) : locate(path), { force: true });
    },

    list: () => filesBelow(root),

    publicUrl: (path) => `/uploads/${path}`,
  };
}

/** A large file piece by piece: many slow readers would otherwise each hold the whole of it. */
async function readOrStream(path: string) {
  const handle = await open(path);
  let isStreamed = false;
  try {
    const { size } = await handle.stat();
    isStreamed = size > mostAtOnce;
    if (!isStreamed) return { size, body: await handle.readFile() };
    return { size, body: streamOf(handle) };
  } finally {
    if (!isStreamed) await handle.close();
  }
}

/** Reads when it is asked to, into the buffer of anyone who asks. */
function streamOf(handle: FileHandle): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    type: 'bytes',
    autoAllocateChunkSize: 64 * 1024,
    async pull(controller) {
      const view = controller.byobRequest?.view as Uint8Array;
      const { bytesRead } = await readInTurn(() => handle.read(view, 0, view.byteLength));
      if (bytesRead === 0) {
        await handle.close();
        controller.close();
      }
      controller.byobRequest?.respond(bytesRead);
    },
    cancel: () => handle.close(),
  });
}

const mostReads = 4;

let reads = 0;

const waiting: (() => void)[] = [];

/**
 * Reads four pieces at a time, of whichever file. Node takes in one new connection in each turn of its loop, so a turn must not
 * hold a piece for every reader there is.
 */
async function readInTurn<T>(read: () => Promise<T>): Promise<T> {
  if (reads < mostReads) reads++;
  else await new Promise<void>((next) => waiting.push(next));
  try {
    return await read();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else reads--;
  }
}

/** A file that a crash left half-written. */
function isDraft(path: string): boolean {
  return /^([a-z0-9-]+\/)?\.[0-9a-f-]{36}$/.test(path);
}

async function* filesBelow(root: string): AsyncGenerator<ListedFile> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(ifMissing([]));
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const found = await stat(file).catch(ifMissing(null));
    if (found) yield { path: relative(root, file).split(sep).join('/'), size: found.size, modifiedAt: found.mtime };
  }
}

/** A missing file is not an error. */
function ifMissing<T>(nothing: T): (error: unknown) => T {
  return (error) => {
    if (systemErrorCode(error) === 'ENOENT') return nothing;
    throw error;
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
async function linkIntoPlace(draft: string, target: string): Promise<void> {
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

function systemErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
