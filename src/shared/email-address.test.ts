import { expect, test } from 'vitest';
import { isEmailAddress } from './email-address.ts';

test.each([
  ['reader@example.org', true],
  ['jörg@example.org', true],
  ['a.b+c@xn--bcher-kva.example', true],
  [`${'a'.repeat(64)}@example.org`, true],
  [`${'a'.repeat(65)}@example.org`, false],
  [`${'ü'.repeat(33)}@example.org`, false],
  ['reader@example..org', false],
  ['reader@.example.org', false],
  ['reader@example.org.', false],
  ['reader@example', false],
  ['two@at@example.org', false],
  ['with space@example.org', false],
  [`a@${'b.'.repeat(130)}org`, false],
])('%s: %s', (address, isGood) => {
  expect(isEmailAddress(address)).toBe(isGood);
});
