import { expect, test } from 'vitest';
import {
  committeeLimits,
  committeeMessages,
  isSameName,
  lastForgottenDay,
  normaliseYearLabel,
  yearLabelProblem,
} from './committee.ts';

test.each([
  ['2024-25', '2024-25'],
  [' 2024/25 ', '2024-25'],
  ['2024 – 25', '2024-25'],
  ['Michaelmas 2024', 'Michaelmas-2024'],
  ['令和6年', '令和6年'],
  ['9'.repeat(committeeLimits.label), '9'.repeat(committeeLimits.label)],
])('“%s” is the year %s', (typed, label) => {
  expect(normaliseYearLabel(typed)).toBe(label);
  expect(yearLabelProblem(label)).toBeNull();
});

test.each([
  ['', committeeMessages.noLabel],
  ['admin', committeeMessages.reserved],
  ['.', committeeMessages.badLabel],
  ['%2f', committeeMessages.badLabel],
  ['🦇', committeeMessages.badLabel],
  ['2024--25', committeeMessages.badLabel],
  ['9'.repeat(committeeLimits.label + 1), committeeMessages.longLabel],
])('“%s” is no year', (label, problem) => {
  expect(yearLabelProblem(label)).toBe(problem);
});

test('names that are written differently but are the same count as one person', () => {
  expect([isSameName('Ada  LOVELACE', ' ada lovelace'), isSameName('Ada', 'Adam')]).toEqual([true, false]);
  expect(lastForgottenDay(new Date('2028-08-31T12:00:00Z'))).toBe('2025-08-31');
});
