/** Writes zip files (APPNOTE 6.3) piece by piece: any zip program reads them, also beyond 4 GB and 65,535 files (zip64). */
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export type ZipFile = {
  path: string;
  modifiedAt: Date;
  /** Less than 4 GB. */
  body: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
};

type Entry = { name: Buffer; time: number; day: number; offset: number; crc: number; size: number; packed: number };

export async function* writeZip(files: AsyncIterable<ZipFile> | Iterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const records: Buffer[] = [];
  let offset = 0;
  for await (const { path, modifiedAt, body } of files) {
    const entry = { name: Buffer.from(path), ...dosTime(modifiedAt), offset, crc: 0, size: 0, packed: 0 };
    for await (const bytes of zipEntry(entry, body)) {
      offset += bytes.length;
      yield bytes;
    }
    if (Math.max(entry.size, entry.packed) >= most32) throw new Error(`${path} is too large for a zip file`);
    records.push(recordOf(entry));
  }
  yield* records;
  yield endOf(records, offset);
}

const version = 20;
const zip64Version = 45;
/** Names are UTF-8; checksum and sizes follow the data. */
const flags = 0x0808;
const deflated = 8;
const most16 = 0xffff;
const most32 = 0xffffffff;
/** Compressed already: a second time would only cost time. */
const packedBefore = /\.(?:jpe?g|png|webp|avif|gif|woff2)$/i;

/** One file: header, data, then its checksum and sizes, which `entry` keeps for the directory. */
async function* zipEntry(entry: Entry, body: ZipFile['body']): AsyncGenerator<Uint8Array> {
  const { name, time, day } = entry;
  yield numbers([4, 0x04034b50], [2, version, flags, deflated, time, day], [4, 0, 0, 0], [2, name.length, 0]);
  yield name;
  const packer = createDeflateRaw(packedBefore.test(name.toString()) ? { level: 0 } : {});
  // An error of the body destroys the packer, and is thrown below.
  pipeline(Readable.from(counted(entry, body)), packer, () => {});
  for await (const bytes of packer as AsyncIterable<Buffer>) {
    entry.packed += bytes.length;
    yield bytes;
  }
  yield numbers([4, 0x08074b50, entry.crc, entry.packed, entry.size]);
}

async function* counted(entry: Entry, body: ZipFile['body']): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    const bytes = Buffer.from(piece);
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    yield bytes;
  }
}

/** In UTC, to two seconds. Zip knows no day before 1980. */
function dosTime(at: Date): { time: number; day: number } {
  const year = at.getUTCFullYear() - 1980;
  if (year < 0) return { time: 0, day: 0x21 };
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    day: (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}

function recordOf({ name, time, day, offset, crc, size, packed }: Entry): Buffer {
  const isFar = offset >= most32;
  const far = isFar ? numbers([2, 1, 8], [8, offset]) : Buffer.alloc(0);
  return Buffer.concat([
    numbers([4, 0x02014b50], [2, zip64Version, isFar ? zip64Version : version, flags, deflated, time, day]),
    numbers([4, crc, packed, size], [2, name.length, far.length, 0, 0, 0], [4, 0, isFar ? most32 : offset]),
    name,
    far,
  ]);
}

function endOf(records: Buffer[], offset: number): Buffer {
  const length = records.reduce((sum, record) => sum + record.length, 0);
  const count = records.length;
  const isLarge = count >= most16 || offset + length >= most32;
  const short = Math.min(count, most16);
  return Buffer.concat([
    ...(isLarge
      ? [
          numbers(
            [4, 0x06064b50],
            [8, 44],
            [2, zip64Version, zip64Version],
            [4, 0, 0],
            [8, count, count, length, offset],
          ),
          numbers([4, 0x07064b50, 0], [8, offset + length], [4, 1]),
        ]
      : []),
    numbers([4, 0x06054b50], [2, 0, 0, short, short], [4, Math.min(length, most32), Math.min(offset, most32)], [2, 0]),
  ]);
}

/** Little-endian numbers: first how many bytes each of them takes. */
function numbers(...groups: [2 | 4 | 8, ...number[]][]): Buffer {
  return Buffer.concat(
    groups.flatMap(([bytes, ...values]) =>
      values.map((value) => {
        const written = Buffer.alloc(bytes);
        if (bytes === 8) written.writeBigUInt64LE(BigInt(value));
        else written.writeUIntLE(value, 0, bytes);
        return written;
      }),
    ),
  );
}
