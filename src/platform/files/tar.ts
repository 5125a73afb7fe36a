/** Writes and reads archives of plain files (POSIX ustar and pax), piece by piece. Any tar program reads what it writes. */

const block = 512;
const mostName = 100;
const mostPrefix = 155;
/** Its record in a pax header fits into one block. */
const mostPath = 400;

export type TarFile = {
  /** ASCII, at most 400 characters. */
  path: string;
  size: number;
  modifiedAt: Date;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** The file is not an archive that `writeTar` wrote; `message` ends a sentence. */
export class TarDamaged extends Error {}

/** The bytes of the archive. @throws Error when a body is not as long as it was said to be */
export async function* writeTar(files: AsyncIterable<TarFile>): AsyncGenerator<Uint8Array> {
  for await (const { path, size, modifiedAt, body } of files) {
    yield headOf(path, size, Math.floor(modifiedAt.getTime() / 1000));
    let written = 0;
    for await (const bytes of body) {
      written += bytes.length;
      yield bytes;
    }
    if (written !== size) throw new Error(`${path} has ${written} bytes in place of ${size}`);
    yield Buffer.alloc(padding(size));
  }
  yield Buffer.alloc(2 * block);
}

/**
 * The files of an archive in their order; the body of each has to be read before the next. Every byte beside the bodies
 * must be as `writeTar` writes it.
 * @throws TarDamaged
 */
export async function* readTar(archive: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const reader = readerOf(archive);
  try {
    yield* filesOf(reader);
  } finally {
    await reader.close();
  }
}

async function* filesOf(reader: Reader): AsyncGenerator<TarFile> {
  for (;;) {
    const head = await reader.exactly(block);
    if (isZero(head)) break;
    const { path, size, seconds } = await readHead(head, reader);
    let left = size;
    async function* body() {
      while (left > 0) {
        const bytes = await reader.upTo(left);
        left -= bytes.length;
        yield bytes;
      }
    }
    yield { path, size, modifiedAt: new Date(seconds * 1000), body: body() };
    if (left > 0) throw new Error(`The body of ${path} was not read`);
    if (!isZero(await reader.exactly(padding(size)))) throw new TarDamaged('there is something between its parts');
  }
  if (!isZero(await reader.exactly(block))) throw new TarDamaged('its end is not an end');
  if (!(await reader.isAtEnd())) throw new TarDamaged('something follows after its end');
}

function padding(size: number): number {
  return (block - (size % block)) % block;
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

/** The header of a file; where its path does not fit into one, a pax header with the path stands before it. */
function headOf(path: string, size: number, seconds: number): Buffer {
  const parts = splitPath(path);
  if (parts) return header({ ...parts, size, seconds, type: plainFile });
  if (path.length > mostPath) throw new Error(`The name ${path} is too long for an archive`);
  const record = Buffer.alloc(block);
  const length = record.write(paxRecord(path), 'ascii');
  return Buffer.concat([
    header({ name: 'PaxHeader', prefix: '', size: length, seconds, type: paxHeader }),
    record,
    header({ name: path.slice(0, mostName), prefix: '', size, seconds, type: plainFile }),
  ]);
}

const plainFile = '0';
const paxHeader = 'x';

/** The record begins with its own length in decimal. */
function paxRecord(path: string): string {
  const rest = ` path=${path}\n`;
  const length = rest.length + String(rest.length + String(rest.length).length).length;
  return length + rest;
}

type Header = { name: string; prefix: string; size: number; seconds: number; type: string };

function header({ name, prefix, size, seconds, type }: Header): Buffer {
  const head = Buffer.alloc(block);
  head.write(name, 0, mostName, 'ascii');
  head.write('0000600\0', 100);
  head.write('0000000\0', 108);
  head.write('0000000\0', 116);
  head.write(octal(size, 11), 124);
  head.write(octal(seconds, 11), 136);
  head.write('        ', 148);
  head.write(type, 156);
  head.write('ustar\x0000', 257);
  head.write('0000000\0', 329);
  head.write('0000000\0', 337);
  head.write(prefix, 345, mostPrefix, 'ascii');
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}

function octal(value: number, digits: number): string {
  const text = value.toString(8).padStart(digits, '0');
  if (value < 0 || text.length > digits) throw new Error(`The number ${value} does not fit into an archive`);
  return `${text}\0`;
}

/** Null where it does not fit into a header. */
function splitPath(path: string): { name: string; prefix: string } | null {
  if (path.length <= mostName) return { name: path, prefix: '' };
  const at = path.indexOf('/', path.length - mostName - 1);
  return at < 0 || at > mostPrefix ? null : { name: path.slice(at + 1), prefix: path.slice(0, at) };
}

/** `first` is the block that the reader has given last. */
async function readHead(first: Buffer, reader: Reader): Promise<{ path: string; size: number; seconds: number }> {
  const isLong = textIn(first, 156, 1) === paxHeader;
  const [record, last] = isLong ? [await reader.exactly(block), await reader.exactly(block)] : [null, first];
  const [name, prefix] = [textIn(last, 0, mostName), textIn(last, 345, mostPrefix)];
  const inHeader = prefix === '' ? name : `${prefix}/${name}`;
  const found = {
    path: record
      ? textIn(record, 0, block)
          .replace(/^\d+ path=/, '')
          .replace(/\n$/, '')
      : inHeader,
    size: Number.parseInt(textIn(last, 124, 12), 8),
    seconds: Number.parseInt(textIn(last, 136, 12), 8),
  };
  // Any damage differs from what would have been written.
  if (!isWhole(record ? Buffer.concat([first, record, last]) : first, found))
    throw new TarDamaged('the name of one of its parts cannot be read');
  return found;
}

function textIn(bytes: Buffer, from: number, length: number): string {
  const field = bytes.toString('latin1', from, from + length);
  const end = field.indexOf('\0');
  return end < 0 ? field : field.slice(0, end);
}

function isWhole(head: Buffer, { path, size, seconds }: { path: string; size: number; seconds: number }): boolean {
  try {
    return head.equals(headOf(path, size, seconds));
  } catch {
    return false;
  }
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(archive: AsyncIterable<Uint8Array>) {
  const pieces = archive[Symbol.asyncIterator]();
  let held: Uint8Array = Buffer.alloc(0);

  /** At least one byte and at most `most`. */
  async function upTo(most: number): Promise<Uint8Array> {
    if (await isAtEnd()) throw new TarDamaged('it ends too early');
    const bytes = held.subarray(0, most);
    held = held.subarray(bytes.length);
    return bytes;
  }

  async function exactly(length: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    for (let left = length; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await upTo(left));
    return Buffer.concat(parts);
  }

  async function isAtEnd(): Promise<boolean> {
    while (held.length === 0) {
      const { value, done } = await pieces.next();
      if (done) return true;
      held = value;
    }
    return false;
  }

  const close = async () => void (await pieces.return?.());

  return { upTo, exactly, isAtEnd, close };
}
