/** Reads zip files (PKWARE APPNOTE) one entry at a time. What a hostile one declares, or holds, is never taken on trust. */
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/** The file is no zip that can be read; `message` is a sentence. */
export class ZipRefused extends Error {
  override name = 'ZipRefused';
}

export type ZipEntry = { name: string; method: number; packed: number; size: number; offset: number };

export type Zip = {
  /** By name, without folders. */
  entries: Map<string, ZipEntry>;
  /** Names that lead out of the folder, and are left out. */
  unsafe: string[];
  /** @throws ZipRefused when it is damaged, or larger than `most` bytes */
  read(entry: ZipEntry, most: number): Promise<Buffer>;
  close(): Promise<void>;
};

const messages = {
  damaged: 'This zip file is damaged or was not copied completely.',
  tooMuch: 'This zip file unpacks to far more than it should. It was not opened.',
  encrypted: 'This zip file is locked with a password. Please save it without one.',
  zip64: 'This zip file is of a kind for more than 4 GB. Please pack a smaller one.',
};

const mostEntries = 60_000;
const mostUnpacked = 2 * 1024 ** 3;
/** Deflate packs at most 1,032 to 1; long texts about 20 to 1. */
const mostUnchecked = 32 * 1024 ** 2;
const mostRatio = 200;
const inflate = promisify(inflateRaw);

/** @throws ZipRefused */
export async function openZip(file: string): Promise<Zip> {
  const handle = await open(file);
  try {
    const { entries, unsafe } = await readDirectory(handle);
    return { entries, unsafe, read: (entry, most) => readEntry(handle, entry, most), close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readDirectory(handle: FileHandle) {
  const { size: bytes } = await handle.stat();
  const tail = await readAt(handle, Math.max(0, bytes - 65_557), Math.min(bytes, 65_557));
  const at = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (at < 0 || at + 22 > tail.length) throw new ZipRefused(messages.damaged);
  const count = tail.readUInt16LE(at + 10);
  const [length, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (start === 0xffffffff || count === 0xffff) throw new ZipRefused(messages.zip64);
  if (start + length > bytes || count > mostEntries) throw new ZipRefused(messages.damaged);
  const directory = await readAt(handle, start, length);
  const entries = new Map<string, ZipEntry>();
  const unsafe: string[] = [];
  let total = 0;
  for (let from = 0, n = 0; n < count; n++) {
    if (from + 46 > length || directory.readUInt32LE(from) !== 0x02014b50) throw new ZipRefused(messages.damaged);
    const names = directory.readUInt16LE(from + 28);
    const next = from + 46 + names + directory.readUInt16LE(from + 30) + directory.readUInt16LE(from + 32);
    const name = directory.toString('utf8', from + 46, from + 46 + names).replaceAll('\\', '/');
    const entry = {
      name,
      method: directory.readUInt16LE(from + 10),
      packed: directory.readUInt32LE(from + 20),
      size: directory.readUInt32LE(from + 24),
      offset: directory.readUInt32LE(from + 42),
    };
    if (directory.readUInt16LE(from + 8) & 1) throw new ZipRefused(messages.encrypted);
    total += entry.size;
    if (total > mostUnpacked || (entry.size > mostUnchecked && entry.size > entry.packed * mostRatio))
      throw new ZipRefused(messages.tooMuch);
    from = next;
    if (name.endsWith('/')) continue;
    if (isSafe(name)) entries.set(name, entry);
    else unsafe.push(name);
  }
  return { entries, unsafe };
}

function isSafe(name: string): boolean {
  return !/^\/|^[a-z]:|\0/i.test(name) && !name.split('/').includes('..');
}

async function readEntry(handle: FileHandle, { method, packed, size, offset }: ZipEntry, most: number) {
  if (size > most) throw new ZipRefused(`It has ${Math.ceil(size / 1024 ** 2)} MB.`);
  const head = await readAt(handle, offset, 30);
  if (head.length < 30 || head.readUInt32LE(0) !== 0x04034b50) throw new ZipRefused(messages.damaged);
  const data = await readAt(handle, offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28), packed);
  if (data.length !== packed || ![0, 8].includes(method)) throw new ZipRefused(messages.damaged);
  if (method === 0) return data;
  try {
    return await inflate(data, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    throw new ZipRefused(messages.damaged, { cause: error });
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
