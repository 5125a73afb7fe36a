import { expect, test } from 'vitest';
import { countTags, tooLongSentence } from './article-size-limits.ts';

test('endless markup and a text beyond 300 kB are too long', () => {
  expect(tooLongSentence('tags', countTags("<a href='x'><b>".repeat(20_000)))).not.toBeNull();
  expect(tooLongSentence('tags', countTags(`<p>${'word '.repeat(60_000)}</p>`))).toBeNull();
  expect(tooLongSentence('text', 300_000)).toBeNull();
  expect(tooLongSentence('text', 300_001)).toBe(
    'This text is too long: it has 301 kB of text, and 300 kB are allowed. Please split it in two.',
  );
  expect(tooLongSentence('tags', 40_000)).toBe(
    'This text is too long: it has 40,000 pieces of formatting, and 20,000 are allowed. Please split it in two.',
  );
});
