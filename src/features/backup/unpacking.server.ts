/** Unpacks a backup into a folder, and trusts none of it before everything is checked. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { knownMigrations } from '#platform/db/migrations.ts';
import { readTar, TarDamaged, type TarFile } from '#platform/files/tar.ts';
import { isSafeStorePath } from '#platform/storage/store.ts';
import { BackupRefused } from './backup.ts';
import { checksumPath, Manifest, manifestPath, picturePath, rowsPath } from './manifest.schema.ts';
import { checksumLine } from './writing.server.ts';

export type Unpacked = {
  manifest: Manifest;
  rowsOf: (table: string) => AsyncIterable<unknown>;
};

/** A manifest of a million pictures has less. */
const mostManifest = 400 * 1024 * 1024;
const refused = 'Nothing was changed.';

export type Places = {
  folder: string;
  picturesIn: string;
  /** Whether each picture is synced to disk, to survive a power cut. */
  isKept: boolean;
};

/**
 * Writes the parts into the folder, pictures into `picturesIn`. Both are there and empty.
 * @throws BackupRefused
 */
export async function unpackBackup(archive: AsyncIterable<Uint8Array>, places: Places): Promise<Unpacked> {
  const { folder } = places;
  const seen = new Map<string, { bytes: number; sha256: string }>();
  try {
    for await (const file of readTar(archive)) {
      if (seen.has(file.path)) throw new TarDamaged(`it has ${file.path} twice`);
      seen.set(file.path, await writeAndHash(file, places));
    }
  } catch (error) {
    if (!(error instanceof TarDamaged)) throw error;
    throw new BackupRefused(`This file is damaged, or is not a backup of a site: ${error.message}. ${refused}`);
  }
  const manifest = await readManifest(folder);
  refuseUnlessAsInManifest(manifest, seen);
  refuseLevel(manifest);
  return { manifest, rowsOf: (table) => linesOf(join(folder, rowsPath(table))) };
}

async function writeAndHash(file: TarFile, places: Places): Promise<{ bytes: number; sha256: string }> {
  const target = targetOf(file, places);
  await mkdir(dirname(target), { recursive: true });
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const bytes of file.body) {
      hash.update(bytes);
      yield bytes;
    }
  }
  const flush = places.isKept && target.startsWith(places.picturesIn);
  await pipeline(hashed, createWriteStream(target, { flags: 'wx', mode: 0o600, flush }));
  return { bytes: file.size, sha256: hash.digest('hex') };
}

/** Refuses names that lead out of the folder. */
function targetOf({ path, size }: TarFile, { folder, picturesIn }: Places): string {
  const isText = path === manifestPath || path === checksumPath;
  if (isText && size <= mostManifest) return join(folder, path);
  if (/^rows\/[a-z_0-9]+\.ndjson$/.test(path)) return join(folder, path);
  const picture = path.startsWith(picturePath('')) ? path.slice(picturePath('').length) : '';
  if (isSafeStorePath(picture)) return join(picturesIn, picture);
  throw new TarDamaged(`it has a part that no backup has, ${path.slice(0, 100)}`);
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestPath)).catch(() => null);
  const sum = await readFile(join(folder, checksumPath), 'utf8').catch(() => null);
  if (!text || sum === null)
    throw new BackupRefused(`This file is not a backup of a site, or its end is missing. ${refused}`);
  if (sum !== checksumLine(text)) throw damagedRefusal(manifestPath);
  const parsed = Manifest.safeParse(parseJson(text.toString()));
  if (!parsed.success)
    throw new BackupRefused(
      `This backup was made by another version of the site, which this one cannot read. ${refused}`,
    );
  return parsed.data;
}

function refuseUnlessAsInManifest(manifest: Manifest, seen: Map<string, { bytes: number; sha256: string }>): void {
  const left = new Set([...seen.keys()].filter((path) => path !== manifestPath && path !== checksumPath));
  for (const { path, bytes, sha256 } of manifest.entries) {
    const found = seen.get(path);
    if (!left.delete(path) || found?.bytes !== bytes || found.sha256 !== sha256) throw damagedRefusal(path);
  }
  for (const path of left) throw damagedRefusal(path);
  for (const { name } of manifest.tables) if (!seen.has(rowsPath(name))) throw damagedRefusal(rowsPath(name));
}

/** @throws BackupRefused for one that only a newer version of the site knows, and for one from before 0.2.0 */
function refuseLevel({ engine, migration, siteVersion }: Manifest): void {
  const known = knownMigrations(engine);
  const first = known[0]?.number ?? 0;
  // Version 0.2.0 came to the first by a migration of another name.
  if (migration.number === first || known.some(({ name }) => name === migration.name)) return;
  const version = `(${siteVersion}, migration ${migration.name})`;
  if (migration.number < first)
    throw new BackupRefused(
      `This backup was made by a version before 0.2.0 ${version}. Restore it with version 0.2.0 and back that site up. ${refused}`,
    );
  throw new BackupRefused(
    `This backup is of a newer version of the site ${version}, which this one does not know. ` +
      `Restore it with that version. ${refused}`,
  );
}

function damagedRefusal(path: string): BackupRefused {
  return new BackupRefused(`This backup is damaged: ${path} is not as it was written. ${refused}`);
}

/** Not `readline`, which also ends a line at U+2028. */
async function* linesOf(file: string): AsyncGenerator<unknown> {
  let held: Buffer[] = [];
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      yield parseJson(Buffer.concat([...held, piece.subarray(from, end)]).toString());
      held = [];
      from = end + 1;
    }
    held.push(piece.subarray(from));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
