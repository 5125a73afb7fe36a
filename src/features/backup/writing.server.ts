/** Writes a backup: the rows of one moment, and every picture, piece by piece into one file that appears when it is whole. */

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { siteVersion } from '#platform/config/site-version.ts';
import type { Snapshot, SnapshotTable } from '#platform/db/snapshot/snapshot.ts';
import { fsyncFolder } from '#platform/files/fsync-folder.ts';
import { type TarFile, writeTar } from '#platform/files/tar.ts';
import { isSafeStorePath, type Store } from '#platform/storage/store.ts';
import { encryptWith } from './encryption.server.ts';
import { checksumPath, type Manifest, manifestPath, picturePath, rowsPath } from './manifest.schema.ts';

type WriteInput = {
  /** Closed as soon as its rows are read. */
  snapshot: Snapshot;
  /** Null for a backup of the rows only. */
  store: Store | null;
  /** The final name of the complete file; its folder exists. */
  file: string;
  /** A temporary folder, created and removed here: it holds the rows until they are in the file. */
  rowsIn: string;
  now: Date;
  passphrase: string | undefined;
};

export type Written = { manifest: Manifest; bytes: number };

/** On any error no file of that name is left. */
export async function writeBackup(input: WriteInput): Promise<Written> {
  const { file, rowsIn, passphrase } = input;
  const draft = `${file}.part`;
  try {
    await mkdir(rowsIn, { recursive: true, mode: 0o700 });
    const manifest = await manifestFor(input);
    const archive = writeTar(partsOf(input, manifest));
    const bytes = passphrase ? await encryptWith(passphrase, archive) : archive;
    await pipeline(bytes, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(draft, file);
    await fsyncFolder(dirname(file));
    return { manifest, bytes: (await stat(file)).size };
  } finally {
    await rm(rowsIn, { recursive: true, force: true });
    await rm(draft, { force: true });
    await input.snapshot.close().catch(() => {});
  }
}

/** Reads all rows into temporary files first, so that the snapshot does not stay open while pictures are copied. */
async function manifestFor({ snapshot, store, rowsIn, now }: WriteInput): Promise<Manifest> {
  const { engine, migration } = snapshot;
  const tables: Manifest['tables'] = [];
  for (const table of snapshot.tables) {
    const { name, columns, lastId } = table;
    tables.push({ name, columns, lastId, rows: await spool(snapshot, table, join(rowsIn, name)) });
  }
  await snapshot.close();
  const pictures = store && { files: 0, bytes: 0 };
  const [format, madeAt] = ['one-health-backup-1' as const, now.toISOString()];
  return { format, siteVersion, madeAt, engine, migration, tables, pictures, entries: [] };
}

/** Writes the rows as JSON, one per line; returns how many. */
async function spool(snapshot: Snapshot, table: SnapshotTable, file: string): Promise<number> {
  let count = 0;
  async function* lines() {
    let text = '';
    for await (const row of snapshot.rows(table)) {
      count++;
      text += `${JSON.stringify(Object.fromEntries(table.columns.map((column, at) => [column, row[at]])))}\n`;
      if (text.length < 64 * 1024) continue;
      yield Buffer.from(text);
      text = '';
    }
    yield Buffer.from(text);
  }
  await pipeline(lines, createWriteStream(file, { mode: 0o600 }));
  return count;
}

/** The manifest fills up while the parts before it are written. */
async function* partsOf({ store, rowsIn, now }: WriteInput, manifest: Manifest): AsyncGenerator<TarFile> {
  for (const { name } of manifest.tables) {
    const file = join(rowsIn, name);
    const body = createReadStream(file) as AsyncIterable<Buffer>;
    yield withHashInManifest({ path: rowsPath(name), size: (await stat(file)).size, modifiedAt: now, body }, manifest);
    await rm(file);
  }
  if (store) yield* picturesOf(store, manifest);
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  yield { path: manifestPath, size: text.length, modifiedAt: now, body: [text] };
  const sum = Buffer.from(checksumLine(text));
  yield { path: checksumPath, size: sum.length, modifiedAt: now, body: [sum] };
}

async function* picturesOf(store: Store, manifest: Manifest): AsyncGenerator<TarFile> {
  const pictures = { files: 0, bytes: 0 };
  for await (const { path, modifiedAt } of store.list()) {
    if (!isBackedUpPicture(path)) continue;
    const found = await store.get(path);
    // Removed in between.
    if (!found) continue;
    const body = found.body instanceof Uint8Array ? [found.body] : found.body;
    pictures.files++;
    pictures.bytes += found.size;
    yield withHashInManifest({ path: picturePath(path), size: found.size, modifiedAt, body }, manifest);
  }
  manifest.pictures = pictures;
}

/** Share cards are drawn again, and an upload of another site's export is read once. */
export function isBackedUpPicture(path: string): boolean {
  return isSafeStorePath(path) && !/^(cards|imports)\//.test(path);
}

export function checksumLine(manifest: Uint8Array): string {
  return `${createHash('sha256').update(manifest).digest('hex')}  ${manifestPath}\n`;
}

/** The file. Once its body has been read, its hash is in the manifest. */
function withHashInManifest(file: TarFile, { entries }: Manifest): TarFile {
  async function* body() {
    const hash = createHash('sha256');
    for await (const bytes of file.body) {
      hash.update(bytes);
      yield bytes;
    }
    entries.push({ path: file.path, bytes: file.size, sha256: hash.digest('hex') });
  }
  return { ...file, body: body() };
}
