import { expect, test } from 'vitest';
import { findMistakes, type Seen } from './find-mistakes.ts';

const seen = (tag: string, text = '', attributes: Record<string, string> = {}): Seen => ({
  tag,
  text,
  attributes,
  hasNamedPicture: false,
});
const kinds = (...elements: Seen[]) => findMistakes(elements).map(({ kind, place }) => `${kind} ${place}`);

test('a picture is asked about until it has an alt text or is marked as decorative', () => {
  expect(
    kinds(
      seen('img', '', { src: '/a.jpg' }),
      seen('img', '', { src: '/a.jpg', alt: '' }),
      seen('img', '', { alt: 'A bat' }),
    ),
  ).toEqual(['picture 0']);
  expect(findMistakes([seen('img', '', { alt: 'A bat' }), seen('img')])[0]?.about).toBe('Picture 2');
});

test('a picture at an address with a port is not copied, and the writer is told', () => {
  const picture = (src: string) => seen('img', '', { src, alt: '' });
  const own = ['http://pictures.example:80/a.png', 'https://pictures.example/a:8080.png', '/a.png'];
  expect(kinds(...own.map(picture), picture('https://pictures.example:8443/a.png'))).toEqual(['port 3']);
});

test('a heading may go up by any number of levels and down by one; empty ones are ignored', () => {
  expect(kinds(seen('h1', 'A'), seen('h2', 'B'), seen('h3', 'C'), seen('h1', 'D'), seen('h2', 'E'))).toEqual([]);
  expect(kinds(seen('h1', 'A'), seen('h3', 'B'))).toEqual(['heading 1']);
  expect(kinds(seen('h1', 'A'), seen('h2', ' '), seen('h3', 'B'))).toEqual(['heading 2']);
});

test('the first heading follows the title of the page: level 1, or level 2 in a text without level 1', () => {
  const said = (...elements: Seen[]) => findMistakes(elements).map(({ message, place }) => `${place}: ${message}`);
  expect(kinds(seen('h1', 'A'))).toEqual([]);
  expect(kinds(seen('h2', 'A'), seen('h3', 'B'))).toEqual([]);
  expect(said(seen('h2', ' '), seen('h3', 'A'), seen('h3', 'B'))).toEqual([
    '1: This text begins with a heading of level 3 instead of 1 or 2',
  ]);
  // A text with level 1 has all its levels one further down on the page.
  expect(said(seen('h2', 'A'), seen('h1', 'B'))).toEqual([
    '0: This text begins with a heading of level 2 instead of 1',
  ]);
});

test.each(['click here', 'Click here!', 'HERE', 'here…', ' read  more ', 'Read more »'])(
  'the link text “%s” does not say where it leads',
  (words) => expect(kinds(seen('a', words, { href: 'https://example.org' }))).toEqual(['words 0']),
);

test('a link text that names its target is fine, whatever else it says', () => {
  expect(kinds(seen('a', 'Read more about bats', { href: '/articles/1' }))).toEqual([]);
  expect(kinds(seen('a', 'الخفافيش', { href: '/articles/1' }))).toEqual([]);
});

test('a link without words is reported, unless it holds a picture with alt text', () => {
  expect(kinds(seen('a', '\u00a0', { href: '/' }))).toEqual(['empty 0']);
  expect(kinds({ ...seen('a', '', { href: '/' }), hasNamedPicture: true })).toEqual([]);
});

test('a link whose address no browser can open is reported', () => {
  const hrefs = [
    'https://not a link !!',
    'http://',
    'about:blank',
    'https://example.org/my page',
    'mailto:a@b.c',
    '#top',
  ];
  const elements = hrefs.map((href) => seen('a', href, { href }));
  expect(findMistakes(elements).map(({ kind, about }) => `${kind} ${about}`)).toEqual([
    'dead https://not a link !!',
    'dead http://',
    'dead about:blank',
  ]);
});
