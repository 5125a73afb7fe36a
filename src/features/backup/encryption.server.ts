/** Pass phrases: files as the program `age` writes and opens them (https://age-encryption.org/v1). */

import { Readable } from 'node:stream';
import { BackupRefused } from './backup.ts';

/** What an encrypted file begins with. */
export const ageFirstLine = Buffer.from('age-encryption.org/v1\n');
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
  return encrypter.encrypt(toWeb(Readable.from(bytes, { objectMode: false })));
}

/** Ends the file's stream. @throws BackupRefused, also while the bytes are read */
export async function* decryptWith(passphrase: string | undefined, file: Readable): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption');
  try {
    if (!passphrase)
      throw new BackupRefused(
        'This backup is encrypted: set BACKUP_PASSPHRASE to the pass phrase that it was made with.',
      );
    const decrypter = new Decrypter();
    decrypter.addPassphrase(passphrase);
    const plain = await decrypter.decrypt(toWeb(file)).catch((cause: unknown) => {
      throw new BackupRefused(
        'This backup is damaged, or BACKUP_PASSPHRASE is not its pass phrase. Nothing was changed.',
        { cause },
      );
    });
    yield* plain;
  } catch (cause) {
    if (cause instanceof BackupRefused) throw cause;
    throw new BackupRefused('This backup is damaged: a part of it cannot be decrypted. Nothing was changed.', {
      cause,
    });
  } finally {
    file.destroy();
  }
}

function toWeb(bytes: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(bytes) as ReadableStream<Uint8Array>;
}
