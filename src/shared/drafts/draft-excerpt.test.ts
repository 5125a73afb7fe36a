import { expect, test } from 'vitest';
import { draftExcerpt, draftExcerptLimit } from './draft-excerpt.ts';

test('a draft is named by its title or name and its first words', () => {
  expect(draftExcerpt({ title: ' Bats ', content: '<h1>One</h1><p>two&nbsp;&lt;3</p>', description: 'no' })).toEqual({
    title: 'Bats',
    words: 'One two <3',
  });
  expect(draftExcerpt({ title: '', content: '<p><br></p>', description: 'In short' }).words).toBe('In short');
  expect(draftExcerpt({ name: 'Ada', position: 'Chair', bio: '' })).toEqual({ title: 'Ada', words: 'Chair' });
  expect(draftExcerpt({ title: 'Note', note: '<p>To all</p>', things: [] })).toEqual({
    title: 'Note',
    words: 'To all',
  });
  expect(draftExcerpt({ to: 'all', subject: 'A coat', text: 'It is\ncold' })).toEqual({
    title: 'A coat',
    words: 'It is cold',
  });
  expect(draftExcerpt({ title: 7, content: null })).toEqual({ title: '', words: '' });
});

test('the excerpt of a long draft is short and ends with a whole character', () => {
  const { title, words } = draftExcerpt({ title: `x${'🦇'.repeat(500)}`, content: `<p>${'word '.repeat(90_000)}` });
  expect(words).toHaveLength(draftExcerptLimit);
  expect(title.isWellFormed()).toBe(true);
  expect(title.length).toBeLessThanOrEqual(draftExcerptLimit);
});
