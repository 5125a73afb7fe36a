import type { Challenge, Proof } from '#shared/calls/api-error.ts';

const atOnce = 8;

/** Tries the numbers until one gives the challenge's hash; null where the browser cannot: outside https it has no SubtleCrypto. */
export async function solveChallenge({
  salt,
  hash,
  iterations,
  most,
  until,
  signature,
}: Challenge): Promise<Proof | null> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  const text = new TextEncoder();
  const key = await subtle.importKey('raw', text.encode(salt), 'PBKDF2', false, ['deriveBits']);
  const hashOf = async (number: number) => {
    const how = { name: 'PBKDF2', hash: 'SHA-256', iterations, salt: text.encode(`${number}`) };
    return hex(await subtle.deriveBits(how, key, 256));
  };
  // Some at once: the browser works on them beside the page, with all its processors.
  for (let first = 0; first < most; first += atOnce) {
    const hashes = await Promise.all(Array.from({ length: atOnce }, (_, n) => hashOf(first + n)));
    const found = hashes.indexOf(hash);
    if (found >= 0) return { salt, until, number: first + found, signature };
  }
  return null;
}

function hex(bits: ArrayBuffer): string {
  return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
