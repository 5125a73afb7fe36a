/** Pass phrases: files as the program `age` writes and opens them (https://age-encryption.org/v1). */

import { Readable } from 'node:stream';
import { BackupRefused } from './backup.ts';

const firstLine = 'age-encryption.org/v1\n';
/** 64 MB of memory and a third of a second for each guess. */
const workFactor = 16;

export async function encryptWith(
  passphrase: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(workFactor);
  encrypter.setPassphrase(passphrase);
  return encrypter.encrypt(toWeb(bytes));
}

/** Decrypts the bytes; leaves those of an unencrypted file unchanged. @throws BackupRefused, also while they are read */
export async function* decryptIfEncrypted(
  bytes: AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
): AsyncGenerator<Uint8Array> {
  const { begin, all, close } = await beginning(bytes);
  try {
    if (begin === firstLine) yield* inPlain(all, passphrase);
    else yield* all;
  } finally {
    await close();
  }
}

async function* inPlain(bytes: AsyncIterable<Uint8Array>, passphrase: string | undefined): AsyncGenerator<Uint8Array> {
  if (!passphrase)
    throw new BackupRefused(
      'This backup is encrypted: set BACKUP_PASSPHRASE to the pass phrase that it was made with.',
    );
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const plain = await decrypter.decrypt(toWeb(bytes)).catch((error: unknown) => {
    throw new BackupRefused(
      'This backup is damaged, or BACKUP_PASSPHRASE is not its pass phrase. Nothing was changed.',
      { cause: error },
    );
  });
  const pieces = plain[Symbol.asyncIterator]();
  for (;;) {
    // An error of the reader is not a fault of the file.
    const { value, done } = await pieces.next().catch((error: unknown) => {
      throw new BackupRefused('This backup is damaged: a part of it cannot be decrypted. Nothing was changed.', {
        cause: error,
      });
    });
    if (done) return;
    yield value;
  }
}

/** Returns the first line, and all bytes including it. */
async function beginning(bytes: AsyncIterable<Uint8Array>) {
  const pieces = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < firstLine.length) {
    const { value, done } = await pieces.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  async function* all() {
    yield head;
    for (;;) {
      const { value, done } = await pieces.next();
      if (done) return;
      yield value;
    }
  }
  const close = async () => void (await pieces.return?.());
  return { begin: head.toString('latin1', 0, firstLine.length), all: all(), close };
}

function toWeb(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream<Uint8Array>;
}
