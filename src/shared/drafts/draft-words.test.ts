import { expect, test } from 'vitest';
import { draftWords, draftWordsLimit } from './draft-words.ts';

test('a draft is named by its title or name, and by the first words of what it says', () => {
  expect(draftWords({ title: ' Bats ', content: '<h1>One</h1><p>two&nbsp;&lt;3</p>', description: 'no' })).toEqual({
    title: 'Bats',
    words: 'One two <3',
  });
  expect(draftWords({ title: '', content: '<p><br></p>', description: 'In short' }).words).toBe('In short');
  expect(draftWords({ name: 'Ada', position: 'Chair', bio: '' })).toEqual({ title: 'Ada', words: 'Chair' });
  expect(draftWords({ title: 7, content: null })).toEqual({ title: '', words: '' });
});

test('however long it is, it is short, and ends with a whole sign', () => {
  const { title, words } = draftWords({ title: `x${'🦇'.repeat(500)}`, content: `<p>${'word '.repeat(90_000)}` });
  expect(words).toHaveLength(draftWordsLimit);
  expect(title.isWellFormed()).toBe(true);
  expect(title.length).toBeLessThanOrEqual(draftWordsLimit);
});
