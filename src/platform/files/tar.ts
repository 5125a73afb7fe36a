/** Writes and reads archives of plain files (POSIX ustar), piece by piece. Any tar program reads what it writes. */

const block = 512;
const mostPath = 100;

export type TarFile = {
  /** ASCII, at most 100 characters. */
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
    const { path, size, seconds } = readHead(head);
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

function headOf(path: string, size: number, seconds: number): Buffer {
  if (path.length > mostPath) throw new Error(`The name ${path} is too long for an archive`);
  const head = Buffer.alloc(block);
  head.write(path, 0, 'ascii');
  head.write('0000600\0', 100);
  head.write('0000000\0', 108);
  head.write('0000000\0', 116);
  head.write(octal(size), 124);
  head.write(octal(seconds), 136);
  head.write('        ', 148);
  // A plain file.
  head.write('0', 156);
  head.write('ustar\x0000', 257);
  head.write('0000000\0', 329);
  head.write('0000000\0', 337);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}

function octal(value: number): string {
  const text = value.toString(8).padStart(11, '0');
  if (value < 0 || text.length > 11) throw new Error(`The number ${value} does not fit into an archive`);
  return `${text}\0`;
}

function readHead(head: Buffer): { path: string; size: number; seconds: number } {
  const found = {
    path: textIn(head, 0, mostPath),
    size: Number.parseInt(textIn(head, 124, 12), 8),
    seconds: Number.parseInt(textIn(head, 136, 12), 8),
  };
  // Any damage differs from what would have been written.
  if (!isWhole(head, found)) throw new TarDamaged('the name of one of its parts cannot be read');
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
