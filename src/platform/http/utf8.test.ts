import { expect, test } from 'vitest';
import { utf8 } from './utf8.ts';

test('a text of any letters and any length comes as UTF-8, and keeps its bytes when the next one comes', () => {
  const texts = ['', 'abc', 'é', '’日本🦇', 'half a letter: \ud83e'].flatMap((letters) => [
    letters.repeat(1000),
    letters.repeat(300_000),
  ]);
  const all = texts.map(utf8);
  expect(all.map((bytes, at) => bytes.equals(Buffer.from(texts[at] ?? '')))).toEqual(texts.map(() => true));
});
