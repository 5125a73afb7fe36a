import { expect, test } from 'vitest';
import { linkify } from './linkify.ts';

const linksIn = (text: string) => linkify(text).flatMap(({ href }) => href ?? []);

test.each([
  ['Register at https://example.org/a?b=1.', 'https://example.org/a?b=1'],
  ['(see https://example.org/a), then come', 'https://example.org/a'],
  ['https://en.wikipedia.org/wiki/Bat_(animal).', 'https://en.wikipedia.org/wiki/Bat_(animal)'],
  ['(https://en.wikipedia.org/wiki/Bat_(animal))', 'https://en.wikipedia.org/wiki/Bat_(animal)'],
  ['“https://example.org”', 'https://example.org'],
  ['Write to ana.b+c@society.example!', 'mailto:ana.b+c@society.example'],
  ['mailto:ana@society.example', 'mailto:ana@society.example'],
  ['**https://example.org/a**', 'https://example.org/a'],
  ['«https://example.org/a»', 'https://example.org/a'],
  ['‹https://example.org/a›, and more', 'https://example.org/a'],
  ['„https://example.org/a“.', 'https://example.org/a'],
  ['请见https://example.org/a，然后报名', 'https://example.org/a'],
  ['「https://example.org/a」。', 'https://example.org/a'],
  ['（https://example.org/蝙蝠）', 'https://example.org/蝙蝠'],
  ['https://example.org/a*b_c', 'https://example.org/a*b_c'],
  ['**ana@society.example**', 'mailto:ana@society.example'],
  ['«ana@society.example»', 'mailto:ana@society.example'],
  ['写信：ana@society.example。', 'mailto:ana@society.example'],
  ['josé@society.example', 'mailto:josé@society.example'],
])('in %j', (text, href) => {
  expect(linksIn(text)).toEqual([href]);
});

test.each([
  'http://example.org',
  'javascript:alert(1)',
  'example.org',
  'at @society',
  'https://',
  'a@b',
  'ftp://a.example',
  'https://ana:secret@example.org',
  'https://ana:secret@example.org/a?b=c.',
  'https://ana@example.org',
  'https://www.example.org@other.example/',
])('none in %j', (text) => {
  expect(linksIn(text)).toEqual([]);
});

test('no character of the text is lost', () => {
  const text = 'Two: https://a.example, https://b.example/(c)) and d@e.example. The end.';
  const parts = linkify(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter(({ href }) => href)).toHaveLength(3);
  expect(linkify('')).toEqual([]);
});
