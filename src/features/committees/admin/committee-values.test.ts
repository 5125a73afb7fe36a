import { expect, test } from 'vitest';
import { committeeInput, committeeProblem, committeeValues, emptyPost } from './committee-values.ts';

const year = { ...committeeValues(null), label: '2024-25', from: '2024-09-01', to: '2025-08-31' };
const ada = { ...emptyPost, name: 'Ada Lovelace', position: 'President' };

test('a missing name is reported for the person as the form numbers them, and empty rows are left out', () => {
  const posts = [emptyPost, ada, { ...emptyPost, position: 'Treasurer' }];
  expect(committeeProblem({ ...year, posts })).toBe('Please enter the name of person 3');
  const complete = { ...year, posts: [emptyPost, ada] };
  expect(committeeProblem(complete)).toBeNull();
  expect(committeeInput(complete).posts?.map(({ name }) => name)).toEqual(['Ada Lovelace']);
});

test('a row with only a picture is reported instead of being dropped', () => {
  const pictured = { ...year, posts: [emptyPost, { ...emptyPost, imageUrl: '/uploads/members/1.jpg' }] };
  expect(committeeProblem(pictured)).toBe('Please enter the name of person 2');
  expect(committeeProblem(year)).toBeNull();
});
