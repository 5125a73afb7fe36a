import { expect, test } from 'vitest';
import {
  articleDate,
  articleMessages,
  articlesFound,
  contentBytes,
  countWords,
  isEmptyContent,
  isTooLong,
  leastTextBytes,
  readingMinutes,
  tagCount,
} from './article.ts';
import { plainText, sanitise } from './sanitise.server.ts';

test.each(['', '<p></p>', '<p><br></p>', '<p>&nbsp;</p><h2> </h2>', '<ul><li></li></ul>'])(
  '%j is empty content',
  (html) => {
    expect(isEmptyContent(html)).toBe(true);
  },
);

test.each(['<p>a</p>', '<p><img src="/uploads/articles/a.jpg"></p>', 'text'])('%j is content', (html) => {
  expect(isEmptyContent(html)).toBe(false);
});

test('counts say one article, two articles', () => {
  expect(articlesFound(1, '')).toBe('1 article found');
  expect(articlesFound(2, 'bats')).toBe('2 articles found for "bats"');
  expect(articlesFound(0, '')).toBe('0 articles found');
});

test('the date is that of publication, else of creation', () => {
  expect(articleDate({ publishedAt: 'p', createdAt: 'c' })).toBe('p');
  expect(articleDate({ publishedAt: null, createdAt: 'c' })).toBe('c');
  expect(articleDate({ publishedAt: null, createdAt: null })).toBeNull();
});

test('reading takes at least a minute', () => {
  expect(readingMinutes(countWords(''))).toBe(1);
  expect(readingMinutes(countWords('word '.repeat(660)))).toBe(3);
});

test('markup without end is too long, and so is a text beyond 300 kB', () => {
  expect(isTooLong('tags', tagCount("<a href='x'><b>".repeat(20_000)))).toBe(true);
  expect(isTooLong('tags', tagCount(`<p>${'word '.repeat(60_000)}</p>`))).toBe(false);
  expect([300_000, 300_001].map((bytes) => isTooLong('text', bytes))).toEqual([false, true]);
  expect(articleMessages.tooLong('text', 300_001)).toBe(
    'This article is too long: it has 301 kB of text, and 300 kB are allowed. Please split it in two.',
  );
  expect(articleMessages.tooLong('tags', 40_000)).toBe(
    'This article is too long: it has 40,000 pieces of formatting, and 20,000 are allowed. Please split it in two.',
  );
});

test.each([
  '<p>a &amp; b &lt;i&gt; &quot;c&quot;&nbsp;&nbsp; d</p><p>e</p>',
  '<ul><li>a</li><li>b</li></ul>\n\n<pre>x\n  y</pre>',
  '<p>שלום עולם 健康 🦇</p><p><br></p>',
])('the form counts no more text than the server finds (%j)', (html) => {
  const bytes = contentBytes(plainText(sanitise(html)));
  expect(leastTextBytes(html)).toBeLessThanOrEqual(bytes);
  expect(leastTextBytes(html)).toBeGreaterThan(bytes - 5);
});
