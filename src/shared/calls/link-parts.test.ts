import { expect, test } from 'vitest';
import { idOfLink, tokenOfLink } from './link-parts.ts';

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
