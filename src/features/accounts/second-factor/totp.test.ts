import { expect, test } from 'vitest';
import { findStepOfCode, newTotpSecret, totpCodeOfStep, totpStepAt } from './totp.server.ts';

/** '12345678901234567890' in base32: the secret of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code of second %i is the one of RFC 6238, appendix B', (second, code) => {
  expect(totpCodeOfStep(secret, totpStepAt(new Date(second * 1000)), 8)).toBe(code);
});

test('a code works in its own 30 seconds and the neighbouring ones, and only once', () => {
  const now = new Date('2026-11-21T12:00:00.000Z');
  const step = totpStepAt(now);
  const found = (at: number, after: number | null = null) =>
    findStepOfCode(secret, totpCodeOfStep(secret, at), { now, after }) !== null;
  expect([-2, -1, 0, 1, 2].map((by) => found(step + by))).toEqual([false, true, true, true, false]);
  expect([-1, 0, 1].map((by) => found(step + by, step))).toEqual([false, false, true]);
  for (const odd of ['', '12345', '1234567', 'abcdef', '٣٣٣٣٣٣'])
    expect(findStepOfCode(secret, odd, { now, after: null })).toBeNull();
});

test('a new secret has 160 bits and no two are the same', () => {
  const made = Array.from({ length: 50 }, newTotpSecret);
  expect(new Set(made).size).toBe(50);
  for (const one of made) expect(one).toMatch(/^[A-Z2-7]{32}$/);
});
