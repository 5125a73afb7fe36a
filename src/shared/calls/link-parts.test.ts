import { expect, test } from 'vitest';
import { emailOfLink, idOfLink, tokenOfLink } from './link-parts.ts';

const token = 'Ab3-_fGhIjKlMnOpQrStUvWxYz0123456789abcdefg';
const ofGuest = `7-12.${token}`;

test.each<[given: string, right: string]>([
  ...[
    '.',
    ',',
    '>',
    ')',
    ';',
    ':',
    "'",
    '"',
    ' ',
    '\u00a0',
    '\u200b',
    '%20',
    '&utm_source=x',
    '?utm_source=x',
    '#x',
  ].map((behind): [string, string] => [`${token}${behind}`, token]),
  ...[' ', '"', '<', '3D', '%20', '.'].map((before): [string, string] => [`${before}${token}`, token]),
  ...['=\r\n', ' ', '\n', '%0A'].map((within): [string, string] => [
    `${token.slice(0, 20)}${within}${token.slice(20)}`,
    token,
  ]),
  [`${ofGuest}.`, ofGuest],
  [`3D${ofGuest}`, ofGuest],
  [`3D${token.slice(2)}`, `3D${token.slice(2)}`],
  [`${token}%2E`, token],
  ['%', ''],
  ['\u0000', ''],
])('the token in %j', (given, right) => {
  expect(tokenOfLink(given)).toBe(right);
});

test.each([
  'a%40example.org',
  'a@example.org.',
  'a@example.org,',
  '<a@example.org>',
  '%3Ca%40example.org%3E',
  'mailto:a@example.org',
  'mailto:a%40example.org',
  'a@example.org?subject=Leave',
  'a@example.org&token=x',
  ' a@example.org\u00a0',
  '"a@example.org"',
  'a@exam\u200bple.org',
  'a\u0000@example.org',
])('the address in %j', (given) => {
  expect(emailOfLink(given)).toBe('a@example.org');
});

test('characters that belong to an address stay', () => {
  for (const address of [
    'a b@example.org',
    "o'neil@example.org",
    'a%41@example.org',
    'a?b&c=d@example.org',
    'j.r@bücher.example',
  ])
    expect(emailOfLink(address)).toBe(address.replace(' ', '+'));
  expect(emailOfLink('nonsense')).toBe('nonsense');
});

test.each<[given: string, id: string | null]>([
  ...[
    '',
    '.',
    ',',
    '>',
    ')',
    ';',
    ':',
    "'",
    '"',
    ' ',
    '\u00a0',
    '\u200b',
    '&fbclid=abc',
    '?utm_source=x',
    '&amp;x',
    '#x',
  ].map((behind): [string, string | null] => [`12${behind}`, '12']),
  ...['12abc', '12-abc', '12.5', '0', '012', '-1', '', 'x12', '1'.repeat(16)].map((given): [string, string | null] => [
    given,
    null,
  ]),
])('the id in %j is %j', (given, id) => {
  expect(idOfLink(given)).toBe(id);
});
