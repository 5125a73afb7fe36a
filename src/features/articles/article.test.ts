import { expect, test } from 'vitest';
import { foundCountText } from '#shared/text.ts';
import { articleDate, countWords, isEmptyContent, readingMinutes } from './article.ts';

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
  expect(foundCountText(1, 'article', '')).toBe('1 article found');
  expect(foundCountText(2, 'article', 'bats')).toBe('2 articles found for "bats"');
  expect(foundCountText(0, 'article', '')).toBe('0 articles found');
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
