import { expect, test } from 'vitest';
import { committeeMessages, forgottenTo, isSameName, labelFrom, labelProblem, overlapping } from './committee.ts';

test.each([
  ['2024-25', '2024-25'],
  [' 2024/25 ', '2024-25'],
  ['2024 – 25', '2024-25'],
  ['Michaelmas 2024', 'Michaelmas-2024'],
  ['令和6年', '令和6年'],
])('“%s” is the year %s', (typed, label) => {
  expect(labelFrom(typed)).toBe(label);
  expect(labelProblem(label)).toBeNull();
});

test.each([
  ['', committeeMessages.noLabel],
  ['admin', committeeMessages.reserved],
  ['.', committeeMessages.badLabel],
  ['%2f', committeeMessages.badLabel],
  ['🦇', committeeMessages.badLabel],
  ['2024--25', committeeMessages.badLabel],
])('“%s” is no year', (label, problem) => {
  expect(labelProblem(label)).toBe(problem);
});

test('years overlap when they share a day', () => {
  const first = { id: 1, from: '2024-09-01', to: '2025-08-31' };
  expect(overlapping({ from: '2025-08-31', to: '2026-08-30' }, [first])).toEqual([first]);
  expect(overlapping({ from: '2025-09-01', to: '2026-08-31' }, [first])).toEqual([]);
  expect(overlapping(first, [first], 1)).toEqual([]);
});

test('people are told apart by their names, however they are written', () => {
  expect([isSameName('Ada  LOVELACE', ' ada lovelace'), isSameName('Ada', 'Adam')]).toEqual([true, false]);
  expect(forgottenTo(new Date('2028-08-31T12:00:00Z'))).toBe('2025-08-31');
});
