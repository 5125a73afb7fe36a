/** One-time codes of authenticator apps (RFC 6238): HMAC-SHA-1, six digits, 30 seconds: what every app assumes. */
import { createHmac, randomBytes } from 'node:crypto';
import { isSignature } from '#platform/tokens.ts';

const stepMs = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 bits (RFC 4226, 4), base32. */
export function newTotpSecret(): string {
  return encodeBase32(randomBytes(20));
}

/** The number of 30-second steps since 1970. */
export function totpStepAt(now: Date): number {
  return Math.floor(now.getTime() / stepMs);
}

export function totpCodeOfStep(secret: string, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0x0f;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The step of a code: the current one or a neighbour, since clocks differ. Null for a wrong code, and for one not later than the
 * last used one (RFC 6238, 5.2).
 */
export function findStepOfCode(secret: string, code: string, { now, after }: { now: Date; after: number | null }) {
  const current = totpStepAt(now);
  const candidates = [current, current - 1, current + 1].filter((step) => after === null || step > after);
  return candidates.find((step) => isSignature(code, totpCodeOfStep(secret, step))) ?? null;
}

/** RFC 4648, without padding. */
function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function decodeBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
