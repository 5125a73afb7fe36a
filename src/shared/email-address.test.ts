import { expect, test } from 'vitest';
import { extractEmailAddress, isEmailAddress, readEmailAddress } from './email-address.ts';

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

test.each([
  ['ａｎｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'anna@example.org'],
  ['anna＠example.org', 'anna@example.org'],
  ['mailto:anna@example.org?subject=Hello', 'anna@example.org'],
  ['MAILTO:anna@example.org', 'anna@example.org'],
  ['<anna@example.org>', '<anna@example.org>'],
  ['anna@example.org, bert@example.org', 'anna@example.org, bert@example.org'],
  ['a@example.org>,<b@example.org', 'a@example.org>,<b@example.org'],
  ['two@at@example.org', 'two@at@example.org'],
  ['@', '@'],
  ['', ''],
])('%s is read as %s', (written, address) => {
  expect(readEmailAddress(written)).toBe(address);
});

test.each([
  ['Anna Berg <anna@example.org>;', 'anna@example.org'],
  ['(anna@example.org).', 'anna@example.org'],
  ['"mailto:anna@example.org?subject=Hello"', 'anna@example.org'],
  ['Anna <a@example.org>, Bert <b@example.org>', 'Anna <a@example.org>, Bert <b@example.org'],
])('%s holds %s', (written, address) => {
  expect(extractEmailAddress(written)).toBe(address);
});

test('a long line of anything is parsed quickly', () => {
  for (const text of [')', '<', '@', '?', ' ', '<a', 'a@']) extractEmailAddress(text.repeat(300_000));
});
