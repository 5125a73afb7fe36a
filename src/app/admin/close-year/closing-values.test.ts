import { expect, test } from 'vitest';
import { initialClosingValues } from './closing-values.ts';

test.each([
  ['2026-08-31', '2025-09-01', 8, '2025-26'],
  ['2026-12-31', '2026-01-01', 1, '2026'],
  ['2028-08-31', '2027-09-01', 8, '2027-28'],
  ['2028-02-28', '2027-03-01', 8, '2027-28'],
  ['2028-02-29', '2027-03-01', 8, '2027-28'],
])('a first year that ends on %s begins on %s', (today, from, startMonth, label) => {
  expect(initialClosingValues([], today, startMonth)).toMatchObject({ from, to: today, label });
});

test('a year that is closed in its first months has the name of the academic year, as in the year in numbers', () => {
  const years = [{ to: '2026-07-10' }] as Parameters<typeof initialClosingValues>[0];
  expect(initialClosingValues(years, '2026-11-30', 8)).toMatchObject({ from: '2026-07-11', label: '2026-27' });
});
