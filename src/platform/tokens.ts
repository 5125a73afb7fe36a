/** Random tokens, and the hashes and signatures by which they are known again. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits by default, base64url. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** 128 bits by default, in hex: for file names and Message-IDs. */
export function randomHex(bytes = 16): string {
  return randomBytes(bytes).toString('hex');
}

/** In hex; a token is stored as this alone. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** HMAC-SHA256. */
export function sign(secret: string, text: string, encoding: 'base64url' | 'hex' = 'base64url'): string {
  return createHmac('sha256', secret).update(text).digest(encoding);
}

/** Compares in constant time. */
export function isSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
