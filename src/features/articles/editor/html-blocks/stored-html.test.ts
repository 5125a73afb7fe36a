import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { withStoredWording } from './stored-html.ts';

// The editor as a whole needs a page.
vi.mock('quill/core.js', () => {
  const ofEditor = createRequire(import.meta.resolve('quill/core.js'));
  return { Delta: ofEditor(['quill', 'delta'].join('-')).default };
});

const pieces = [
  { stored: '<p>\n  A <b>bold</b> word\n</p>\n', shown: '<p>A <strong>bold</strong> word</p>' },
  { stored: '<p>one</p>\n\n', shown: '<p>one</p>' },
  { stored: '<blockquote><p>said</p></blockquote>\n', shown: '<blockquote>said</blockquote>' },
  { stored: '<p>one</p>', shown: '<p>one</p>' },
];
const all = pieces.map(({ stored }) => stored).join('');
const shown = pieces.map((piece) => piece.shown).join('');

test('unchanged parts come back byte for byte', () => {
  expect(withStoredWording(pieces, shown)).toBe(all);
});

test.each([
  ['A <strong>bold</strong>', 'A <b>bold</b>'],
  ['word</p>', 'word\n</p>'],
  ['said', 'said'],
])('typing a letter after %s changes nothing else', (place, stored) => {
  const written = shown.replace(place, place.replace(/(<\/p>)?$/, 'x$1'));
  expect(withStoredWording(pieces, written)).toBe(all.replace(stored, stored.replace(/(\n<\/p>)?$/, 'x$1')));
});

test('blocks can be added, removed and moved', () => {
  expect(withStoredWording(pieces, `<p>new</p>${shown}`)).toBe(`<p>new</p>${all}`);
  expect(withStoredWording(pieces, shown.replace(pieces[0]?.shown ?? '', ''))).toBe(
    all.replace(pieces[0]?.stored ?? '', ''),
  );
  expect(withStoredWording(pieces, '')).toBe('');
});

test('splitting a marked paragraph keeps the marks of both halves', () => {
  const parted = shown.replace('bold', 'bo</strong></p><p><strong>ld');
  expect(withStoredWording(pieces, parted)).toContain('<p>A <strong>bo</strong></p><p><strong>ld</strong> word</p>');
});

test('a loose list stays loose after typing into it', () => {
  const stored = '<ul>\n<li>\n<p>Loose</p>\n</li>\n<li>\n<p>list</p>\n</li>\n</ul>';
  const list = [{ stored, shown: '<ul><li>Loose</li><li>list</li></ul>' }];
  for (const [before, after] of [
    ['list', 'listx'],
    ['list', 'xlist'],
    ['Loose', 'Loo se'],
    ['Loose', 'L'],
  ] as const)
    expect(withStoredWording(list, list[0]?.shown.replace(before, after) ?? '')).toBe(stored.replace(before, after));
});
